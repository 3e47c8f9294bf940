# idea: Code that runs when the process ends.
# base: wrong
# expect: failed

import atexit
import os
import weakref


def write():
    try:
        os.open("/tmp/infra-drill-attack", os.O_CREAT | os.O_WRONLY)
    except OSError:
        os.write(1, b"")
    while True:
        pass


atexit.register(write)
keep = type("Keep", (), {})()
weakref.finalize(keep, write)
