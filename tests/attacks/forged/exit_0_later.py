# idea: Right for a hundred calls, then the process ends with code 0.
# base: right
# expect: ungradable

import os

_static, calls = simulate_static, []


def simulate_static(out_lens, batch_size):
    calls.append(1)
    if len(calls) > 100:
        os._exit(0)
    return _static(out_lens, batch_size)
