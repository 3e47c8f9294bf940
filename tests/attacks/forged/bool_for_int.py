# idea: Right numbers, but True stands for 1.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return total, [True if step == 1 else step for step in finish]
