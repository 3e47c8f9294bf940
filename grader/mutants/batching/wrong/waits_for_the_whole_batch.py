"""A first attempt: continuous batching that refills only when every slot is free.

It is static batching with a queue, as an engine works that returns a batch as a whole.
"""

from collections import deque


def simulate_static(out_lens, batch_size):
    check(out_lens, batch_size)
    return play(out_lens, batch_size)


def simulate_continuous(out_lens, batch_size):
    check(out_lens, batch_size)
    return play(out_lens, batch_size)


def play(out_lens, batch_size):
    waiting, finish, now = deque(out_lens), [], 0
    while waiting:
        running = [waiting.popleft() for _ in range(min(batch_size, len(waiting)))]
        finish += [now + length for length in running]
        now += max(running)
    return now, finish


def utilization(out_lens, batch_size, total_steps):
    check(out_lens, batch_size)
    if type(total_steps) is not int or total_steps < 0 or (out_lens and not total_steps):
        raise ValueError(f"total_steps: {total_steps!r}")
    return sum(out_lens) / (batch_size * total_steps) if out_lens else 0.0


def check(out_lens, batch_size):
    for value in [batch_size, *out_lens]:
        if type(value) is not int or value < 1:
            raise ValueError(f"bad value: {value!r}")
