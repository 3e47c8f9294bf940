# idea: A loop inside C, where no signal handler of Python's runs.
# base: wrong
# expect: limit

def simulate_static(out_lens, batch_size):
    return sum(range(10**13)), []
