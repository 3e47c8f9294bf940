# idea: Right through all fixed scenarios and many random ones, then the process ends with code 0.
# base: right
# expect: ungradable

import os

_static, _calls = simulate_static, []


def simulate_static(out_lens, batch_size):
    _calls.append(1)
    if len(_calls) > 700:
        os._exit(0)
    return _static(out_lens, batch_size)
