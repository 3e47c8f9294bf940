# idea: The text of a number that takes for ever to print.
# base: wrong
# expect: failed, limit

import sys

sys.set_int_max_str_digits(0)


def simulate_static(out_lens, batch_size):
    return str(1 << 30_000_000), []
