# idea: Other processes of the machine are looked for, the reference's among them.
# base: wrong
# expect: failed

import os

own = os.getpid()
for pid in {*range(1, 400), *range(max(1, own - 400), own + 50)} - {own}:
    for name in ("cmdline", "environ", "fd/3", "mem"):
        try:
            os.close(os.open(f"/proc/{pid}/{name}", os.O_RDONLY | os.O_NONBLOCK))
            print("BREACH: opened", name, "of", pid, flush=True)
        except OSError:
            pass
