# idea: Files are written wherever one may.
# base: wrong
# expect: failed

import os

for folder in ("/tmp", "/var/tmp", "/dev/shm", "/root", "/home", "/run", ".", "/etc"):
    for flags in (os.O_CREAT | os.O_WRONLY, os.O_TMPFILE | os.O_RDWR):
        path = folder if flags & os.O_TMPFILE == os.O_TMPFILE else f"{folder}/infra-drill-attack"
        try:
            os.open(path, flags)
            print("BREACH: wrote in", folder, flush=True)
        except OSError:
            pass
