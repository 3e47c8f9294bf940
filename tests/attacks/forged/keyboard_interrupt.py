# idea: KeyboardInterrupt in every call, as if a person had stopped the grade.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise KeyboardInterrupt
