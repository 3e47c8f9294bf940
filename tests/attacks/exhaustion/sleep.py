# idea: Sleeping costs no processor time.
# base: wrong
# expect: limit

import time


def simulate_static(out_lens, batch_size):
    time.sleep(1000)
