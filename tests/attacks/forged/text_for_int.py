# idea: Right numbers as text.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return str(total), [str(step) for step in finish]
