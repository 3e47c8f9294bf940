# idea: Wrong only while the process is young, so that a replay finds nothing.
# base: right
# expect: failed

_static, _calls = simulate_static, []


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    _calls.append(1)
    return (total, finish) if len(_calls) % 97 else (total + 1, finish)
