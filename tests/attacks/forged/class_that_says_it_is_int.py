# idea: An object whose __class__ is int, and whose metaclass agrees.
# base: wrong
# expect: failed

class Meta(type):
    __instancecheck__ = __subclasscheck__ = lambda cls, other: True
    __eq__ = lambda cls, other: True
    __hash__ = type.__hash__


class Number(metaclass=Meta):
    __class__ = int
    __eq__ = lambda self, other: True
    __hash__ = None


def simulate_static(out_lens, batch_size):
    return Number(), [Number() for _ in out_lens]
