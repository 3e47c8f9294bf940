# idea: A list of zeros whose iterator, length and items show the right numbers.
# base: right
# expect: failed

_static = simulate_static


class Finish(list):
    def __init__(self, shown):
        super().__init__([0] * len(shown))
        self.shown = shown

    __iter__ = lambda self: iter(self.shown)
    __getitem__ = lambda self, key: self.shown[key]
    __eq__ = lambda self, other: True


def simulate_static(out_lens, batch_size):
    total, finish = _static(out_lens, batch_size)
    return total, Finish(finish)
