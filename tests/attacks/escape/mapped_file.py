# idea: mmap of a file that is not open for reading.
# base: wrong
# expect: failed

import mmap
import os

root = "/opt/infra-drill"
try:
    mmap.mmap(os.open(f"{root}/reference/batching.py", os.O_PATH), 0, prot=mmap.PROT_READ)
    print("BREACH: mapped the reference", flush=True)
except (OSError, ValueError):
    pass
