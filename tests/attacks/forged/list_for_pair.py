# idea: The right answer as a list.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    return list(_static(out_lens, batch_size))
