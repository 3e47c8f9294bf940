# idea: A user namespace, where one is root, and a mount in it.
# base: wrong
# expect: failed

import ctypes
import os

libc = ctypes.CDLL(None)
if libc.unshare(0x10000000) == 0:
    print("BREACH: a namespace", flush=True)
if libc.mount(b"none", b"/mnt", b"tmpfs", 0, None) == 0:
    print("BREACH: a mount", flush=True)
try:
    os.chroot("/tmp")
    print("BREACH: a new root", flush=True)
except OSError:
    pass
