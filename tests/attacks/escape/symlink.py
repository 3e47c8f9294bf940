# idea: A symlink to the reference, made where writing may be allowed.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill"
for folder in ("/tmp", "/dev/shm", "/var/tmp", "."):
    for make in (os.symlink, os.link):
        try:
            make(f"{root}/reference/batching.py", f"{folder}/infra-drill-attack")
            print("BREACH: made a link in", folder, flush=True)
        except OSError:
            pass
