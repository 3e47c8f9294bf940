# idea: The process aborts itself.
# base: wrong
# expect: ungradable

import os

os.abort()
