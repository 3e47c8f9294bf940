# idea: An exception with a text of two megabytes.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise RuntimeError("\x1b[31m\u202e" * 300_000)
