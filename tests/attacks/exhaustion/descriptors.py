# idea: Every descriptor is used up.
# base: wrong
# expect: failed, ungradable

import os

try:
    while True:
        os.pipe()
except OSError:
    pass
