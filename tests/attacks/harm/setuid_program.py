# idea: A program that runs as its owner, root, reads what root alone may.
# base: wrong
# expect: failed

import subprocess

try:
    said = subprocess.run(["/tmp/infra-drill-setuid", "/tmp/infra-drill-secret"], capture_output=True)
    if said.stdout:
        print("BREACH:", said.stdout, flush=True)
except OSError:
    pass
