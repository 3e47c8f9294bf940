# idea: The process ends with code 0 while the file is imported.
# base: wrong
# expect: ungradable

import os

os._exit(0)
