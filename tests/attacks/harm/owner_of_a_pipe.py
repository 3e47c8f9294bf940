# idea: The judge is made the owner of a pipe, so that the kernel signals it.
# base: wrong
# expect: failed

import fcntl
import os

reader, writer = os.pipe()
for command, value in ((fcntl.F_SETOWN, os.getppid()), (10, 9), (1024, 0), (1026, 1)):
    try:
        fcntl.fcntl(reader, command, value)
        print("BREACH: fcntl", command, flush=True)
    except OSError:
        pass
