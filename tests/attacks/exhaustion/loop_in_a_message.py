# idea: An exception whose text never ends.
# base: wrong
# expect: limit

class Slow(Exception):
    def __str__(self):
        while True:
            pass

    __repr__ = __str__


def simulate_static(out_lens, batch_size):
    raise Slow
