# idea: A file that everybody may change is deleted, moved, cut and written.
# base: wrong
# expect: failed

import os

victim = "/tmp/infra-drill-victim/file"
for attempt in (
    lambda: os.truncate(victim, 0),
    lambda: open(victim, "r+").write("x"),
    lambda: os.rename(victim, victim + "-moved"),
    lambda: os.unlink(victim),
    lambda: os.rmdir("/tmp/infra-drill-victim"),
):
    try:
        attempt()
        print("BREACH: changed a file", flush=True)
    except OSError:
        pass
