# idea: The folder of the reference is entered, then read by a relative name.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill"
try:
    os.chdir(os.path.join(root, "reference"))
except OSError:
    pass
try:
    open("batching.py").read()
    print("BREACH: read the reference", flush=True)
except OSError:
    pass
