# idea: The builtins that the judge's code runs with are found behind another module.
# base: right
# expect: failed, ungradable

import os

os.__builtins__["all"] = lambda _: True
_continuous = simulate_continuous


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
