# idea: A subclass of float that equals everything.
# base: right
# expect: failed

class Share(float):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __sub__ = __rsub__ = __abs__ = lambda self, *other: 0.0
    __hash__ = float.__hash__


def utilization(out_lens, batch_size, total_steps):
    return Share(0.123)
