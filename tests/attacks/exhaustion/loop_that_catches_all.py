# idea: A loop that catches whatever would end it.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
