# idea: SystemExit in every call.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise SystemExit(0)
