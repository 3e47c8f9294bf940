# idea: inspect, linecache and traceback read sources for themselves.
# base: wrong
# expect: failed

import inspect
import linecache
import os
import sys

root = "/opt/infra-drill"
if linecache.getlines(os.path.join(root, "reference", "batching.py")):
    print("BREACH: linecache", flush=True)
try:
    inspect.getsource(sys._getframe(1).f_code)
    print("BREACH: inspect", flush=True)
except (OSError, TypeError):
    pass
