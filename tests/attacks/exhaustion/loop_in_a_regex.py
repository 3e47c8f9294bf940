# idea: A pattern that takes for ever.
# base: wrong
# expect: limit

import re


def simulate_static(out_lens, batch_size):
    re.match(r"(a*)*b", "a" * 60)
    return 0, []
