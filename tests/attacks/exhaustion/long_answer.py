# idea: A million entries.
# base: wrong
# expect: failed, limit

def simulate_static(out_lens, batch_size):
    return 0, [1] * 1_000_000
