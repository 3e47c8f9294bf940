# idea: The judge is traced.
# base: wrong
# expect: failed

import ctypes
import os

number = 117 if os.uname().machine == "aarch64" else 101
for request in (16, 0x4206):  # PTRACE_ATTACH, PTRACE_SEIZE
    if ctypes.CDLL(None).syscall(number, request, os.getppid(), 0, 0) == 0:
        print("BREACH: traced", flush=True)
