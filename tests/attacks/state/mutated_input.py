# idea: The input is sorted in place.
# base: right
# expect: failed

_continuous = simulate_continuous


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
