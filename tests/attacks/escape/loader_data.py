# idea: The loader of a loaded module is asked for another file.
# base: wrong
# expect: failed

import os
import sys

module = sys.modules["grader.plain"]
root = os.path.dirname(os.path.dirname(module.__file__))
try:
    module.__loader__.get_data(os.path.join(root, "reference", "batching.py"))
    print("BREACH: the loader read the reference", flush=True)
except OSError:
    pass
