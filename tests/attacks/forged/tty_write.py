# idea: The terminal is opened past the pipe.
# base: wrong
# expect: failed

import os

for path in ("/dev/tty", "/dev/pts/0", "/dev/console", "/proc/self/fd/0", "/dev/ptmx"):
    try:
        os.write(os.open(path, os.O_RDWR | os.O_NOCTTY), b"PASSED\n")
        print("BREACH: wrote to", path, flush=True)
    except OSError:
        pass
