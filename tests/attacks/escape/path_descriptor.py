# idea: A descriptor of a path is opened first, then opened again for reading.
# base: wrong
# expect: failed

import os

root = "/opt/infra-drill"
fd = os.open(f"{root}/reference/batching.py", os.O_PATH)
folder = os.open(f"{root}/reference", os.O_PATH)
for attempt in (
    lambda: os.read(fd, 10),
    lambda: os.open(f"/proc/self/fd/{fd}", os.O_RDONLY),
    lambda: os.open("batching.py", os.O_RDONLY, dir_fd=folder),
    lambda: os.open("../reference/batching.py", os.O_RDONLY, dir_fd=folder),
):
    try:
        attempt()
        print("BREACH: opened the reference", flush=True)
    except OSError:
        pass
