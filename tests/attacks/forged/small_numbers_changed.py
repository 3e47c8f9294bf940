# idea: The number 1 is changed in memory.
# base: wrong
# expect: failed, ungradable

import ctypes

digit = ctypes.c_uint32.from_address(id(1) + 24)
digit.value = 0
