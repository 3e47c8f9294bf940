# idea: The worker says twice that the file is loaded.
# base: wrong
# expect: failed, ungradable

import json
import os

body = b'{"loaded":true}'
for fd in range(3, 32):
    try:
        os.write(fd, len(body).to_bytes(4, "big") + body)
    except OSError:
        pass
