# idea: site-packages is listed and hypothesis imported.
# base: wrong
# expect: failed

import os
import sys

folder = os.path.join(os.path.dirname(os.__file__), "site-packages")
sys.path.append(folder)
try:
    os.listdir(folder)
    print("BREACH: listed", folder, flush=True)
except OSError:
    pass
try:
    import hypothesis

    print("BREACH: imported hypothesis", flush=True)
except ImportError:
    pass
