# idea: A number of three million digits.
# base: wrong
# expect: failed, limit

def simulate_static(out_lens, batch_size):
    return 1 << 10_000_000, [1 << 100_000 for _ in out_lens]
