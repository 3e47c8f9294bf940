# idea: The driver, found by its name, is told not to report a changed input.
# base: right
# expect: failed, ungradable

import sys

driver = sys.modules["drills.batching.driver"]
_play, _continuous = driver._Call.play, simulate_continuous


def play(self, *numbers):
    seen = _play(self, *numbers)
    seen["changed"] = False
    return seen


driver._Call.play = play


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
