# idea: A list that grows until nothing is left.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    keep = []
    while True:
        keep.append(bytearray(1 << 24))
