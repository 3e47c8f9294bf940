# idea: The kernel's own sockets.
# base: wrong
# expect: failed

import socket

for family in (socket.AF_NETLINK, socket.AF_PACKET, socket.AF_ALG, socket.AF_VSOCK):
    try:
        socket.socket(family, socket.SOCK_RAW)
        print("BREACH: a socket of family", family, flush=True)
    except PermissionError:
        pass
