# idea: All processes are asked whether they could be killed; none is.
# base: wrong
# expect: failed

import os

for pid in (-1, 0, 1, 2):
    try:
        os.kill(pid, 0)
        print("BREACH: could signal", pid, flush=True)
    except OSError:
        pass
