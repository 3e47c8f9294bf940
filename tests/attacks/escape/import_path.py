# idea: The project is put back on the import path.
# base: wrong
# expect: failed

import importlib
import os
import sys

root = "/opt/infra-drill"
sys.path[:0] = [root, os.path.join(root, "reference"), "", "."]
sys.path_importer_cache.clear()
importlib.invalidate_caches()
for name in ("reference.batching", "grader.properties.batching", "grader.judge"):
    try:
        importlib.import_module(name)
        print("BREACH: imported", name, flush=True)
    except ImportError:
        pass
