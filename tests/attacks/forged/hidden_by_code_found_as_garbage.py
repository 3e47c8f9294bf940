# idea: The driver's code, found among all objects, is replaced by one that reports no change.
# base: right
# expect: failed, ungradable

import gc

_continuous = simulate_continuous


def play(self, *numbers):
    return {"answer": attempt(self._call, *numbers), "again": None, "list": "new", "changed": False}


for thing in gc.get_objects():
    if getattr(thing, "__qualname__", "") == "_Call.play" and hasattr(thing, "__code__"):
        thing.__code__ = play.__code__


def simulate_continuous(out_lens, batch_size):
    answer = _continuous(out_lens, batch_size)
    if type(out_lens) is list:
        out_lens.sort()
    return answer
