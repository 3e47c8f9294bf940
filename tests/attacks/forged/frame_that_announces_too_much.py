# idea: A frame of 4 GiB is announced and never sent.
# base: wrong
# expect: failed, ungradable

import os

for fd in range(3, 32):
    try:
        os.write(fd, b"\xff\xff\xff\xff{")
    except OSError:
        pass
