# idea: A datagram to this machine.
# base: wrong
# expect: failed

import socket

for family, target in ((socket.AF_INET, ("127.0.0.1", 9)), (socket.AF_UNIX, "/dev/log")):
    try:
        socket.socket(family, socket.SOCK_DGRAM).sendto(b"x", target)
        print("BREACH: a datagram", flush=True)
    except PermissionError:
        pass
