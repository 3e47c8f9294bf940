# idea: Text that no encoding knows.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise RuntimeError("\ud800\udfff\x00\x07")
