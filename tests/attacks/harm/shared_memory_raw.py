# idea: System V memory, semaphores and queues.
# base: wrong
# expect: failed

import ctypes
import os

libc = ctypes.CDLL(None)
numbers = (194, 190, 186) if os.uname().machine == "aarch64" else (29, 64, 68)
for number, arguments in zip(numbers, ((4242, 4096, 0o1666), (4242, 1, 0o1666), (4242, 0o1666))):
    if libc.syscall(number, *arguments) >= 0:
        print("BREACH: system call", number, flush=True)
