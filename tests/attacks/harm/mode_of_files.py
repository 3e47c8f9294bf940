# idea: Mode, owner, times and attributes of a file are changed.
# base: wrong
# expect: failed

import os

victim = "/tmp/infra-drill-victim/file"
for attempt in (
    lambda: os.chmod(victim, 0),
    lambda: os.chmod(os.open(victim, os.O_PATH), 0),
    lambda: os.chown(victim, os.getuid(), os.getgid()),
    lambda: os.utime(victim, (1, 1)),
    lambda: os.setxattr(victim, "user.x", b"x"),
):
    try:
        attempt()
        print("BREACH: changed a file", flush=True)
    except OSError:
        pass
