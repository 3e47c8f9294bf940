# idea: An endless loop in every call.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    while True:
        pass
