# idea: With one slot for each request, the input itself comes back.
# base: right
# expect: failed

_static = simulate_static


def simulate_static(out_lens, batch_size):
    if type(out_lens) is list and len(out_lens) <= batch_size:
        total, _ = _static(out_lens, batch_size)
        return total, out_lens
    return _static(out_lens, batch_size)
