# idea: An exception with ten thousand causes.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    error = None
    for _ in range(10_000):
        cause, error = error, RuntimeError("again")
        error.__cause__ = cause
    raise error
