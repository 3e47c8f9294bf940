# idea: A text of a hundred megabytes.
# base: wrong
# expect: failed, limit

def simulate_static(out_lens, batch_size):
    return "x" * 100_000_000, []
