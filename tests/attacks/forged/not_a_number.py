# idea: NaN, which is neither above nor below the right share.
# base: right
# expect: failed

def utilization(out_lens, batch_size, total_steps):
    return float("nan")
