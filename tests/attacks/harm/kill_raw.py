# idea: tgkill, tkill and rt_sigqueueinfo without Python.
# base: wrong
# expect: failed

import ctypes
import os

numbers = (131, 138, 240) if os.uname().machine == "aarch64" else (234, 129, 297)
parent, libc = os.getppid(), ctypes.CDLL(None)
for number in numbers:
    if libc.syscall(number, parent, parent, 0, 0) == 0:
        print("BREACH: signalled by", number, flush=True)
