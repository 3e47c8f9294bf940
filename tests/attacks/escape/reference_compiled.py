# idea: The compiled reference is loaded from the cache folder.
# base: wrong
# expect: failed

import glob
import os

root = "/opt/infra-drill"
for version in ("311", "312", "313", "314"):
    path = os.path.join(root, "reference", "__pycache__", f"batching.cpython-{version}.pyc")
    try:
        open(path, "rb").read()
        print("BREACH: read", path, flush=True)
    except OSError:
        pass
if glob.glob(os.path.join(root, "reference", "*")):
    print("BREACH: listed the reference", flush=True)
