# idea: The driver's own copy of the input, found in the frame that calls, is changed alike.
# base: right
# expect: passed

import sys

_continuous = simulate_continuous


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
        frame = sys._getframe(1)
        while frame is not None:
            call = frame.f_locals.get("self")
            if hasattr(call, "before"):
                call.before = tuple(out_lens)
            frame = frame.f_back
    return answer
