# idea: A frame nested a hundred thousand deep.
# base: wrong
# expect: failed, ungradable

import os

body = b"[" * 100_000 + b"]" * 100_000
for fd in range(3, 32):
    try:
        os.write(fd, len(body).to_bytes(4, "big") + body)
    except OSError:
        pass
