# idea: A name is looked up on the network.
# base: wrong
# expect: failed

import socket

try:
    socket.getaddrinfo("example.com", 80)
    print("BREACH: a name was found", flush=True)
except OSError:
    pass
