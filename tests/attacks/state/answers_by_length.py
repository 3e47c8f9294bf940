# idea: Answers are kept by the length of the input.
# base: right
# expect: failed

_static, _kept = simulate_static, {}


def simulate_static(out_lens, batch_size):
    key = len(out_lens), batch_size
    if key not in _kept:
        _kept[key] = _static(out_lens, batch_size)
    total, finish = _kept[key]
    return total, list(finish)
