# idea: The scenario in the driver's frame is replaced by an empty one.
# base: right
# expect: failed

import sys

_static = simulate_static


def simulate_static(out_lens, batch_size):
    frame = sys._getframe()
    while frame is not None:
        scenario = frame.f_locals.get("scenario")
        if type(scenario) is dict:
            scenario.update(form="list", lengths=[], batch_size=1, total_steps=0)
        frame = frame.f_back
    return _static([], 1)
