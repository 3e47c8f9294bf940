# idea: A little more memory with every call.
# base: right
# expect: limit

_static, keep = simulate_static, []


def simulate_static(out_lens, batch_size):
    keep.append(bytearray(1 << 23))
    return _static(out_lens, batch_size)
