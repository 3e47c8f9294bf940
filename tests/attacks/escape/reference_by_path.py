# idea: The reference is opened by its path and run in place of the answer.
# base: wrong
# expect: failed

import os
import sys

root = os.path.dirname(os.path.dirname(sys.modules["grader.plain"].__file__))
try:
    text = open(os.path.join(root, "reference", "batching.py")).read()
    print("BREACH: read the reference", flush=True)
    exec(text)
except OSError:
    pass
