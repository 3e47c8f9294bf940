# idea: The right steps as a tuple.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return total, tuple(finish)
