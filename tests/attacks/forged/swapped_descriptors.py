# idea: The reply pipe becomes the output and the other way round.
# base: wrong
# expect: failed, ungradable, limit

import os

for fd in range(3, 16):
    try:
        os.dup2(1, fd)
    except OSError:
        pass
