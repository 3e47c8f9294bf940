# idea: Recursion without an end.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    return simulate_static(out_lens, batch_size)
