# idea: The one kind of socket that is allowed is bent towards others.
# base: wrong
# expect: failed

import socket

one, two = socket.socketpair()
for attempt in (
    lambda: one.connect("/run/systemd/journal/stdout"),
    lambda: one.bind("\0infra-drill-attack"),
    lambda: one.listen(),
    lambda: socket.send_fds(one, [b"x"], [0]),
):
    try:
        attempt()
        print("BREACH: more than a pair", flush=True)
    except PermissionError:
        pass
