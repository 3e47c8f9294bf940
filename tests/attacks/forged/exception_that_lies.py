# idea: An exception whose class, message and traceback are made up.
# base: wrong
# expect: failed

class Fine(ValueError):
    __class__ = int
    __str__ = __repr__ = lambda self: "250"
    __eq__ = lambda self, other: True
    __hash__ = None


def simulate_static(out_lens, batch_size):
    raise Fine
