# idea: A list whose iterator never ends.
# base: wrong
# expect: failed

class Finish(list):
    def __iter__(self):
        while True:
            yield 1


def simulate_static(out_lens, batch_size):
    return 0, Finish()
