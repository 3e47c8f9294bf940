# idea: An entry of the input is replaced by an equal object of another type.
# base: right
# expect: failed

_continuous = simulate_continuous


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list and 1 in out_lens:
        out_lens[out_lens.index(1)] = True
    return answer
