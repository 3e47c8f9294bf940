# idea: Lists in lists, twenty thousand deep.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    answer = []
    for _ in range(20_000):
        answer = [answer]
    return 0, answer
