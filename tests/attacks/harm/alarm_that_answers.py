# idea: A timer that ends the process while the judge waits.
# base: wrong
# expect: failed, ungradable

import os
import signal

signal.signal(signal.SIGALRM, lambda *_: os._exit(0))
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
