# idea: Right on the examples that everybody has seen, wrong on all others.
# base: right
# expect: failed

_static = simulate_static
SEEN = {(20, 200, 50, 30), (5, 1, 1, 1), ()}


def simulate_static(out_lens, batch_size):
    answer = _static(out_lens, batch_size)
    return answer if tuple(out_lens) in SEEN else (answer[0] + 1, answer[1])
