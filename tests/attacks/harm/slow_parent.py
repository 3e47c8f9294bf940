# idea: The judge is given the least share of the machine.
# base: wrong
# expect: failed

import os

for attempt in (
    lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),
    lambda: os.setpriority(os.PRIO_PGRP, os.getppid(), 19),
    lambda: os.sched_setaffinity(os.getppid(), {0}),
    lambda: os.sched_setscheduler(os.getppid(), os.SCHED_IDLE, os.sched_param(0)),
):
    try:
        attempt()
        print("BREACH: slowed the judge", flush=True)
    except OSError:
        pass
