# idea: A terminal of its own, to type into.
# base: wrong
# expect: failed

import os
import pty

try:
    pty.openpty()
    print("BREACH: a terminal", flush=True)
except OSError:
    pass
