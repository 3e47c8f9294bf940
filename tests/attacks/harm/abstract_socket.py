# idea: A socket without a file, for a helper outside.
# base: wrong
# expect: failed

import socket

try:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0infra-drill-attack")
    print("BREACH: a socket", flush=True)
except PermissionError:
    pass
