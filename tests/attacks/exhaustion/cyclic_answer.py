# idea: A list that holds itself.
# base: wrong
# expect: failed

def simulate_static(out_lens, batch_size):
    answer = []
    answer.append(answer)
    return 0, answer
