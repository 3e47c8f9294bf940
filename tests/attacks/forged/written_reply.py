# idea: A reply with an invented id goes to every descriptor.
# base: wrong
# expect: failed, ungradable

import json
import os

body = json.dumps({"id": "00", "seen": {"static": "right"}}).encode()
for fd in range(32):
    try:
        os.write(fd, len(body).to_bytes(4, "big") + body)
    except OSError:
        pass
