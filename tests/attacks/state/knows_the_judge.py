# idea: Wrong only when the process looks like the judge's.
# base: right
# expect: failed

import sys

_static = simulate_static
IS_JUDGED = __file__ == "<candidate>"


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return (total + 1, finish) if IS_JUDGED else (total, finish)
