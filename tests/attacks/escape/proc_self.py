# idea: What the process was started with, through /proc.
# base: wrong
# expect: failed

for name in ("environ", "cmdline", "maps", "mem", "mountinfo", "status"):
    try:
        open(f"/proc/self/{name}", "rb").read(100)
        print("BREACH: read", name, flush=True)
    except OSError:
        pass
