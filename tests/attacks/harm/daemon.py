# idea: A process that outlives the grade.
# base: wrong
# expect: failed

import os
import time

try:
    if os.fork() == 0:
        os.setsid()
        time.sleep(30)
        os._exit(0)
    print("BREACH: left a process behind", flush=True)
except OSError:
    pass
