# idea: clone, clone3 and vfork without Python.
# base: wrong
# expect: failed

import ctypes
import os

libc = ctypes.CDLL(None)
clone = 220 if os.uname().machine == "aarch64" else 56
for call in ((clone, 17, 0, 0, 0, 0), (clone, 0x10000000 | 17, 0, 0, 0, 0), (435, bytes(64), 64)):
    child = libc.syscall(*call)
    if child == 0:
        os._exit(0)
    if child > 0:
        print("BREACH: a process", flush=True)
