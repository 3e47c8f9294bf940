# idea: The reference and the checks are overwritten, and their compiled forms.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill"
for name in ("reference/batching.py", "grader/properties/batching/rules.py", "grader/attack.py"):
    for flags in (os.O_WRONLY, os.O_WRONLY | os.O_CREAT, os.O_RDWR | os.O_APPEND):
        if os.path.exists(f"{root}/{name}") or flags & os.O_CREAT and "attack" in name:
            try:
                os.open(f"{root}/{name}", flags)
                print("BREACH: opened for writing", name, flush=True)
            except OSError:
                pass
