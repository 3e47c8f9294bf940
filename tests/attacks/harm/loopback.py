# idea: A connection to this machine, and a port to listen on.
# base: wrong
# expect: failed

import socket

for attempt in (
    lambda: socket.create_connection(("127.0.0.1", 22), 0.2),
    lambda: socket.create_server(("127.0.0.1", 0)),
    lambda: socket.socket(socket.AF_INET6),
):
    try:
        attempt()
        print("BREACH: a socket", flush=True)
    except PermissionError:
        pass
