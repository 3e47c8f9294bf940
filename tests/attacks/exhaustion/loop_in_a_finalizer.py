# idea: An object that loops when it goes away.
# base: wrong
# expect: limit

class Slow:
    def __del__(self):
        while True:
            pass


def simulate_static(out_lens, batch_size):
    Slow()
    return 0, []
