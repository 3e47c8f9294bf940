# idea: Half as much memory again as there may be, never touched.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    return len(bytearray(3 << 29)), []
