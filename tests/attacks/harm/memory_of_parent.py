# idea: The judge's memory is read and written.
# base: wrong
# expect: failed

import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
numbers = (270, 271) if os.uname().machine == "aarch64" else (310, 311)
buffer = ctypes.create_string_buffer(8)
here = (ctypes.c_void_p * 2)(ctypes.addressof(buffer), 8)
there = (ctypes.c_void_p * 2)(id(None), 8)
for number in numbers:
    if libc.syscall(number, os.getppid(), here, 1, there, 1, 0) >= 0:
        print("BREACH: memory", number, flush=True)
try:
    os.open(f"/proc/{os.getppid()}/mem", os.O_RDWR)
    print("BREACH: opened the judge's memory", flush=True)
except OSError:
    pass
