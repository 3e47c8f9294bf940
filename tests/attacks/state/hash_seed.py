# idea: Wrong on a fifth of the inputs; which ones depends on the seed of str hashes.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return total + (hash(str(list(out_lens)[:50])) % 5 == 0), finish
