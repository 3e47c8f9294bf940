# idea: importlib loads the reference from its path.
# base: wrong
# expect: failed

import importlib.util
import os

root = "/opt/infra-drill"
spec = importlib.util.spec_from_file_location("r", os.path.join(root, "reference", "batching.py"))
try:
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    print("BREACH: loaded the reference", flush=True)
except (OSError, ImportError):
    pass
