# idea: Wrong in the call after a refused input.
# base: right
# expect: failed

_static, _refused = simulate_static, []


def simulate_static(out_lens, batch_size):
    try:
        total, finish = _static(out_lens, batch_size)
    except ValueError:
        _refused.append(1)
        raise
    if _refused:
        _refused.clear()
        return total + 1, finish
    return total, finish
