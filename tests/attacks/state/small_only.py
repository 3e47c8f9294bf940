# idea: Right up to twelve requests, beyond that a guess.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    if len(out_lens) > 12:
        return 0, [0] * len(out_lens)
    return _static(out_lens, batch_size)
