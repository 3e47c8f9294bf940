# idea: Text without end in a call.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    while True:
        print("x" * 1000)
