# idea: The parent's environment, arguments, memory map and memory.
# base: wrong
# expect: failed

import os

for name in ("environ", "cmdline", "maps", "mem", "status", "stack", "syscall"):
    try:
        open(f"/proc/{os.getppid()}/{name}", "rb").read(100)
        print("BREACH: read the parent's", name, flush=True)
    except OSError:
        pass
