# idea: Wrong in one call out of fifty, by chance.
# base: right
# expect: failed

import random

_static, _chance = simulate_static, random.SystemRandom()


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return (total, finish) if _chance.random() > 0.02 else (total + 1, finish)
