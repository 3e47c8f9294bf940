# idea: The worker's own limits are lifted.
# base: wrong
# expect: failed

import resource

for which in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NPROC):
    try:
        resource.setrlimit(which, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print("BREACH: lifted", which, flush=True)
    except (OSError, ValueError):
        pass
