# idea: The reference is opened by its path and run in place of the answer.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill"
try:
    text = open(os.path.join(root, "reference", "batching.py")).read()
    print("BREACH: read the reference", flush=True)
    exec(text)
except OSError:
    pass
