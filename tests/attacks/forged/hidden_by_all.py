# idea: The builtin all() says that nothing was changed.
# base: right
# expect: failed, ungradable

import builtins

builtins.all = lambda _: True
_continuous = simulate_continuous


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
