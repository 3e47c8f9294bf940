# idea: An exception group with ten thousand members.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise ExceptionGroup("many", [ValueError(str(i)) for i in range(10_000)])
