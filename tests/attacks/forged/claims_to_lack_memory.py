# idea: MemoryError whenever an input looks hard.
# base: right
# expect: limit

_static = simulate_static


def simulate_static(out_lens, batch_size):
    if len(out_lens) > 3:
        raise MemoryError
    return _static(out_lens, batch_size)
