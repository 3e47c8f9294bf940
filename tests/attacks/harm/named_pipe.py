# idea: A named pipe, a device, a folder.
# base: wrong
# expect: failed

import os
import stat

for attempt in (
    lambda: os.mkfifo("/tmp/infra-drill-attack"),
    lambda: os.mknod("/tmp/infra-drill-attack", stat.S_IFCHR | 0o666, os.makedev(1, 3)),
    lambda: os.mkdir("/tmp/infra-drill-attack"),
):
    try:
        attempt()
        print("BREACH: made a node", flush=True)
    except OSError:
        pass
