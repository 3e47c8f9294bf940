# idea: Variables are read from Python, from C and from memory.
# base: wrong
# expect: failed

import ctypes
import os
import sys

print(dict(os.environ), sys.argv, sys.orig_argv, sys.path, flush=True)
for name in (b"DRILL_CANARY", b"DRILL_HOME", b"HOME", b"PATH"):
    if ctypes.CDLL(None).getenv(name):
        print("BREACH: a variable is there", name, flush=True)
if os.environ:
    print("BREACH: the environment is not empty", flush=True)
