# idea: A signal goes to the whole group of processes, which the worker itself ignores.
# base: wrong
# expect: failed

import os
import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
try:
    os.kill(0, signal.SIGTERM)
except OSError:
    pass
