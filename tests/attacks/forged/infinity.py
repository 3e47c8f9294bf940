# idea: Infinity for a share.
# base: right
# expect: failed

def utilization(out_lens, batch_size, total_steps):
    return float("inf")
