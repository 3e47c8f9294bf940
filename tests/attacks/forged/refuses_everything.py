# idea: ValueError for every input, with every number in the message.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    raise ValueError(f"{list(out_lens)} {batch_size} " + " ".join(map(str, range(-9, 99))))
