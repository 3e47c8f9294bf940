# idea: Ten lists that each hold the next ten times: ten to the tenth entries.
# base: wrong
# expect: failed, limit

def simulate_static(out_lens, batch_size):
    answer = [1]
    for _ in range(10):
        answer = [answer] * 10
    return 0, answer
