# idea: fchmodat2, setxattrat and file_setattr, the newest calls of their kind.
# base: wrong
# expect: failed

import ctypes

libc = ctypes.CDLL(None)
path = b"/tmp/infra-drill-victim/file"
for call in ((452, -100, path, 0, 0), (463, -100, path, 0, b"user.x", 0, 0), (469, -100, path)):
    if libc.syscall(*call) == 0:
        print("BREACH: system call", call[0], flush=True)
