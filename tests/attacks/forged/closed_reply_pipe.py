# idea: All descriptors are closed.
# base: wrong
# expect: failed, ungradable

import os

os.closerange(3, 64)
