# idea: A dict that looks like a pair.
# base: wrong
# expect: failed

class Pair(dict):
    __iter__ = lambda self: iter((250, [20, 200, 250, 230]))
    __getitem__ = lambda self, key: 250
    __len__ = lambda self: 2
    __eq__ = lambda self, other: True


def simulate_static(out_lens, batch_size):
    return Pair()
