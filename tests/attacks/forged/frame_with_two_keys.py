# idea: One key twice, one NaN, one infinity.
# base: wrong
# expect: failed, ungradable

import os

for body in (b'{"loaded":true,"loaded":false}', b'{"seen":NaN}', b'{"seen":1e999}'):
    for fd in range(3, 32):
        try:
            os.write(fd, len(body).to_bytes(4, "big") + body)
        except OSError:
            pass
