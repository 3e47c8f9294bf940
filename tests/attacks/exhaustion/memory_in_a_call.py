# idea: Eight gigabytes in a call.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    return bytearray(1 << 33), []
