# idea: Wrong on one input in thirty, chosen by its hash.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    if len(out_lens) > 2 and hash((tuple(out_lens), batch_size)) % 30 == 0:
        return total + 1, finish
    return total, finish
