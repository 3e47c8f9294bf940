# idea: Another program reads what this one may not.
# base: wrong
# expect: failed

import os
import subprocess

for attempt in (
    lambda: subprocess.run(["cat", "/etc/passwd"], check=True),
    lambda: os.execv("/bin/cat", ["cat", "/etc/passwd"]),
    lambda: os.posix_spawn("/bin/cat", ["cat", "/etc/passwd"], {}),
    lambda: os.popen("cat /etc/passwd").read(1)[0],
):
    try:
        attempt()
        print("BREACH: ran cat", flush=True)
    except (OSError, IndexError, subprocess.SubprocessError):
        pass
