# idea: The judge is killed.
# base: wrong
# expect: failed

import os
import signal

for number in (0, signal.SIGKILL):
    try:
        os.kill(os.getppid(), number)
        print("BREACH: signal", number, flush=True)
    except OSError:
        pass
