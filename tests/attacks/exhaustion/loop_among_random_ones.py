# idea: Right through all fixed scenarios and many random ones, then an endless loop.
# base: right
# expect: limit

_static, _calls = simulate_static, []


def simulate_static(out_lens, batch_size):
    _calls.append(1)
    while len(_calls) > 700:
        pass
    return _static(out_lens, batch_size)
