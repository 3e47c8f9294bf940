# idea: The process looks at itself through the files that only its owner may open.
# base: wrong
# expect: failed

for name in ("environ", "mem", "auxv"):
    try:
        open(f"/proc/self/{name}", "rb").close()
        print("BREACH: opened", name, flush=True)
    except OSError:
        pass
