# idea: A real pair whose entries claim to be equal to everything.
# base: wrong
# expect: failed

class Anything:
    __eq__ = __lt__ = __le__ = __gt__ = __ge__ = lambda self, other: True
    __hash__ = None


def simulate_static(out_lens, batch_size):
    return Anything(), [Anything() for _ in out_lens]
