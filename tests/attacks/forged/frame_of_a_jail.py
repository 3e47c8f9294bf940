# idea: A frame that says which layers stand, sent once more.
# base: wrong
# expect: failed, ungradable

import json
import os

body = json.dumps({"jail": [{"name": "landlock", "on": True, "why": ""}]}).encode()
for fd in range(3, 32):
    try:
        os.write(fd, len(body).to_bytes(4, "big") + body)
    except OSError:
        pass
