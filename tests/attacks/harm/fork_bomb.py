# idea: Two hundred processes.
# base: wrong
# expect: failed

import os
import time

for _ in range(200):
    try:
        if os.fork() == 0:
            time.sleep(5)
            os._exit(0)
        print("BREACH: a process", flush=True)
    except OSError:
        break
