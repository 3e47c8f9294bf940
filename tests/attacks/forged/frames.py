# idea: The frames above are searched for the right answer.
# base: wrong
# expect: failed

import sys


def simulate_static(out_lens, batch_size):
    frame = sys._getframe()
    while frame is not None:
        for name, value in frame.f_locals.items():
            if name in ("must", "expected", "answer", "reference"):
                print("BREACH: found", name)
                return value
        frame = frame.f_back
    return 0, []
