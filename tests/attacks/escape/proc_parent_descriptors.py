# idea: The parent's descriptors, through /proc.
# base: wrong
# expect: failed

import os

for fd in range(32):
    try:
        os.open(f"/proc/{os.getppid()}/fd/{fd}", os.O_RDONLY | os.O_NONBLOCK)
        print("BREACH: opened the parent's descriptor", fd, flush=True)
    except OSError:
        pass
