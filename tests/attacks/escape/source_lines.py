# idea: inspect, linecache and traceback read sources for themselves.
# base: wrong
# expect: failed

import inspect
import linecache
import os
import sys

root = os.path.dirname(os.path.dirname(sys.modules["grader.plain"].__file__))
if linecache.getlines(os.path.join(root, "reference", "batching.py")):
    print("BREACH: linecache", flush=True)
try:
    inspect.getsource(sys.modules["grader.plain"])
    print("BREACH: inspect", flush=True)
except (OSError, TypeError):
    pass
