# idea: Every signal that can be ignored is ignored.
# base: wrong
# expect: failed

import signal

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
