# idea: More descriptors are open than one worker may have.
# base: wrong
# expect: failed

import os

try:
    kept = [os.pipe() for _ in range(50)]
    print("BREACH: a hundred descriptors", flush=True)
except OSError:
    pass
