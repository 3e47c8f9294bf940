# idea: The judge's side of this process is looked for behind __main__.
# base: right
# expect: failed, ungradable

import sys

_continuous = simulate_continuous
sys.modules["__main__"].main.__globals__["_play"] = None


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
