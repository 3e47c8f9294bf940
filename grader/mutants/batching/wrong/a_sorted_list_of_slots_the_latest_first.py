from bisect import insort
from operator import neg


def _int(value):
    if type(value) is not int:
        raise ValueError(f"not an int: {value!r}")


def _check(out_lens, batch_size):
    for value in (batch_size, *out_lens):
        _int(value)
        if value < 1:
            raise ValueError(f"must be at least 1: {value}")


def simulate_static(out_lens, batch_size):
    _check(out_lens, batch_size)
    finish = []
    start = end = 0
    left = batch_size
    for length in out_lens:
        if left == 0:
            start, left = end, batch_size
        finish.append(start + length)
        end = max(end, start + length)
        left -= 1
    return end, finish


def simulate_continuous(out_lens, batch_size):
    _check(out_lens, batch_size)
    heap, finish = [], []
    for length in out_lens:
        if len(heap) < batch_size:
            end = length
        else:
            end = heap.pop() + length
        insort(heap, end, key=neg)  # latest first, the next free slot is last
        finish.append(end)
    return max(finish, default=0), finish


def utilization(out_lens, batch_size, total_steps):
    _check(out_lens, batch_size)
    _int(total_steps)
    if total_steps < 0 or (total_steps == 0 and len(out_lens) > 0):
        raise ValueError(f"total_steps cannot be {total_steps}")
    if len(out_lens) == 0:
        return 0.0
    return sum(out_lens) / (batch_size * total_steps)
