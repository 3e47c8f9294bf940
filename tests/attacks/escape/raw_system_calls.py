# idea: open, openat, openat2 and open_by_handle_at without Python.
# base: wrong
# expect: failed

import ctypes
import os

root = "/opt/infra-drill"
path = f"{root}/reference/batching.py".encode()
libc = ctypes.CDLL(None)
how = (ctypes.c_uint64 * 3)(0, 0, 0)
calls = [(257, -100, path, 0, 0), (437, -100, path, how, 24), (304, -100, path, 0)]
if os.uname().machine == "aarch64":
    calls = [(56, -100, path, 0, 0), (437, -100, path, how, 24), (265, -100, path, 0)]
for call in calls:
    if libc.syscall(*call) >= 0:
        print("BREACH: system call", call[0], flush=True)
