# idea: Right for a fifth of a second, wrong afterwards.
# base: right
# expect: failed

import time

_static, _began = simulate_static, time.monotonic()


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return (total, finish) if time.monotonic() < _began + 0.2 else (total + 1, finish)
