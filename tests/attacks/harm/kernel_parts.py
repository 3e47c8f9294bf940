# idea: io_uring, bpf, perf, userfaultfd, keys.
# base: wrong
# expect: failed

import ctypes
import os

libc = ctypes.CDLL(None)
numbers = (425, 280, 241, 282, 219) if os.uname().machine == "aarch64" else (425, 321, 298, 323, 250)
for number in numbers:
    if libc.syscall(number, 1, bytes(256), 0, 0, 0) >= 0:
        print("BREACH: system call", number, flush=True)
