# idea: The parent's view of the file system, through /proc.
# base: wrong
# expect: failed

import os
import sys

root = os.path.dirname(os.path.dirname(sys.modules["grader.plain"].__file__))
for view in (f"/proc/{os.getppid()}/root", f"/proc/{os.getppid()}/cwd", "/proc/1/root"):
    try:
        open(f"{view}{root}/reference/batching.py").read()
        print("BREACH: read through", view, flush=True)
    except OSError:
        pass
