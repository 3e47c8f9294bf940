# idea: A generator that refuses to be closed.
# base: wrong
# expect: limit

def endless():
    while True:
        try:
            yield
        finally:
            while True:
                pass


def simulate_static(out_lens, batch_size):
    next(endless())
    return 0, []
