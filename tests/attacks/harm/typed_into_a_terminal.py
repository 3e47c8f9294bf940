# idea: Keys are pushed into whatever terminal is near.
# base: wrong
# expect: failed

import fcntl

for fd in range(16):
    for request in (0x5412, 0x540E, 0x541C, 0x8901):  # TIOCSTI, TIOCSCTTY, TIOCLINUX, FIOSETOWN
        try:
            fcntl.ioctl(fd, request, b"x")
            print("BREACH: ioctl", hex(request), flush=True)
        except OSError:
            pass
