# idea: An answer that claims to be equal to everything.
# base: wrong
# expect: failed

class Anything:
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = None


def simulate_static(out_lens, batch_size):
    return Anything()
