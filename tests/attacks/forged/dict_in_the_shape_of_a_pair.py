# idea: The judge's own notation for a pair, written by hand.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    return {"tuple": list(_static(out_lens, batch_size))}
