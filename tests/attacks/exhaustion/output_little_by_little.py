# idea: A hundred kilobytes with every call.
# base: right
# expect: limit, failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    print("x" * 300_000, flush=True)
    return _static(out_lens, batch_size)
