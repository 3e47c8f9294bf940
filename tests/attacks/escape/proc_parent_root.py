# idea: The parent's view of the file system, through /proc.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill"
for view in (f"/proc/{os.getppid()}/root", f"/proc/{os.getppid()}/cwd", "/proc/1/root"):
    try:
        open(f"{view}{root}/reference/batching.py").read()
        print("BREACH: read through", view, flush=True)
    except OSError:
        pass
