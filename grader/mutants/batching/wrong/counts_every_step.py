"""A first attempt: plays every step and takes a token off every running request."""


def simulate_static(out_lens, batch_size):
    check(out_lens, batch_size)
    finish = [0] * len(out_lens)
    step = 0
    for first in range(0, len(out_lens), batch_size):
        left = dict(enumerate(out_lens[first : first + batch_size], first))
        while left:
            step += 1
            for i in list(left):
                left[i] -= 1
                if left[i] == 0:
                    finish[i] = step
                    del left[i]
    return step, finish


def simulate_continuous(out_lens, batch_size):
    check(out_lens, batch_size)
    finish = [0] * len(out_lens)
    left, step, following = {}, 0, 0
    while left or following < len(out_lens):
        while len(left) < batch_size and following < len(out_lens):
            left[following] = out_lens[following]
            following += 1
        step += 1
        for i in list(left):
            left[i] -= 1
            if left[i] == 0:
                finish[i] = step
                del left[i]
    return step, finish


def utilization(out_lens, batch_size, total_steps):
    check(out_lens, batch_size)
    if type(total_steps) is not int or total_steps < 0 or (out_lens and not total_steps):
        raise ValueError(f"total_steps: {total_steps!r}")
    return sum(out_lens) / (batch_size * total_steps) if out_lens else 0.0


def check(out_lens, batch_size):
    for value in [batch_size, *out_lens]:
        if type(value) is not int or value < 1:
            raise ValueError(f"bad value: {value!r}")
