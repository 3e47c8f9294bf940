# idea: Right numbers as floats.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return float(total), [float(step) for step in finish]
