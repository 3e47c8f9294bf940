# idea: importlib loads the reference from its path.
# base: wrong
# expect: failed

import importlib.util
import os
import sys

root = os.path.dirname(os.path.dirname(sys.modules["grader.plain"].__file__))
spec = importlib.util.spec_from_file_location("r", os.path.join(root, "reference", "batching.py"))
try:
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    print("BREACH: loaded the reference", flush=True)
except (OSError, ImportError):
    pass
