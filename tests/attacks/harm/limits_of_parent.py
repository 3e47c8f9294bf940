# idea: The judge gets limits: no file may grow, no descriptor open.
# base: wrong
# expect: failed

import os
import resource

for which in (resource.RLIMIT_NOFILE, resource.RLIMIT_FSIZE, resource.RLIMIT_CPU):
    try:
        resource.prlimit(os.getppid(), which, (1, 1))
        print("BREACH: limit", which, flush=True)
    except OSError:
        pass
