# idea: BrokenPipeError, which the command line itself takes for a reader that has gone.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise BrokenPipeError
