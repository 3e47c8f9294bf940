# idea: A subclass of int whose conversions give another number.
# base: wrong
# expect: failed

class Number(int):
    __int__ = __index__ = __trunc__ = lambda self: 250
    __bool__ = lambda self: True


def simulate_static(out_lens, batch_size):
    return Number(0), [Number(0)] * len(out_lens)
