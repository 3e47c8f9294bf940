# idea: Questions that wait in the pipe are read before their time.
# base: wrong
# expect: failed, ungradable, limit

import os

for fd in range(3, 16):
    try:
        os.set_blocking(fd, False)
        print(len(os.read(fd, 1 << 16)), flush=True)
    except OSError:
        pass
