# idea: The loader of a loaded module is asked for another file.
# base: wrong
# expect: failed

import json
import os

root = "/opt/infra-drill"
try:
    json.__loader__.get_data(os.path.join(root, "reference", "batching.py"))
    print("BREACH: the loader read the reference", flush=True)
except OSError:
    pass
