# idea: Settings of the jail are taken back.
# base: wrong
# expect: failed

import ctypes

libc = ctypes.CDLL(None)
for option, value in ((1, 0), (4, 1), (38, 0), (22, 0), (0x59616D61, 1), (36, 1)):
    if libc.prctl(option, value, 0, 0, 0) == 0:
        print("BREACH: prctl", option, flush=True)
