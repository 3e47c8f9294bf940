# idea: A null pointer is read.
# base: wrong
# expect: ungradable

import ctypes


def simulate_static(out_lens, batch_size):
    ctypes.string_at(0)
