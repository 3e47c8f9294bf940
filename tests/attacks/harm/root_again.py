# idea: The worker becomes root again, or gains a capability.
# base: wrong
# expect: failed

import ctypes
import os

libc = ctypes.CDLL(None)
for attempt in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgroups([0])):
    try:
        attempt()
        print("BREACH: another user", flush=True)
    except OSError:
        pass
if libc.prctl(47, 2, 2, 0, 0) == 0 or libc.prctl(8, 1, 0, 0, 0) == 0:
    print("BREACH: a capability", flush=True)
if os.getuid() == 0:
    print("BREACH: is root", flush=True)
