# idea: The driver, found through the frame that calls, is told not to report a changed input.
# base: right
# expect: failed, ungradable

import sys

_continuous = simulate_continuous


def patch():
    frame = sys._getframe()
    while frame is not None:
        call = frame.f_globals.get("_Call")
        if call is not None and not hasattr(call, "patched"):
            _play = call.play

            def play(self, *numbers):
                seen = _play(self, *numbers)
                seen["changed"] = False
                return seen

            call.play, call.patched = play, True
        frame = frame.f_back


def simulate_continuous(out_lens, batch_size):
    patch()
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
