# idea: The same list object comes out every time.
# base: right
# expect: failed

_static, _finish = simulate_static, []


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    _finish[:] = finish
    return total, _finish
