# idea: The process ends with code 0 in the first call.
# base: wrong
# expect: ungradable

import os


def simulate_static(out_lens, batch_size):
    os._exit(0)
