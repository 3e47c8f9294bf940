# idea: A subclass of int that is 0 and says that it equals, prints and adds as anything.
# base: wrong
# expect: failed

class Number(int):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __add__ = __radd__ = __sub__ = lambda self, other: other
    __repr__ = __str__ = lambda self: "250"
    __hash__ = int.__hash__


def simulate_static(out_lens, batch_size):
    return Number(0), [Number(0)] * len(out_lens)
