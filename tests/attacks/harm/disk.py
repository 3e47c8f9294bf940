# idea: Space is taken: a large file, a large memory file.
# base: wrong
# expect: failed

import os

for attempt in (
    lambda: os.posix_fallocate(os.open("/tmp", os.O_TMPFILE | os.O_RDWR), 0, 1 << 20),
    lambda: os.ftruncate(os.memfd_create("x"), 1 << 20),
    lambda: os.write(os.memfd_create("x"), b"x"),
):
    try:
        attempt()
        print("BREACH: took space", flush=True)
    except OSError:
        pass
