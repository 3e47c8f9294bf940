# idea: Descriptors that were inherited are looked for.
# base: wrong
# expect: failed, ungradable

import os
import stat

for fd in range(256):
    try:
        mode = os.fstat(fd).st_mode
    except OSError:
        continue
    if not (stat.S_ISFIFO(mode) or (stat.S_ISCHR(mode) and fd == 0)):
        print("BREACH: an open descriptor of kind", oct(mode), flush=True)
