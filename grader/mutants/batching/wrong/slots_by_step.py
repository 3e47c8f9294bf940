"""A first attempt: a dict from the step in which a slot frees to that slot, one slot a step."""

from heapq import heappop, heappush


def simulate_static(out_lens, batch_size):
    check(out_lens, batch_size)
    finish, start = [], 0
    for i in range(0, len(out_lens), batch_size):
        group = [start + n for n in out_lens[i : i + batch_size]]
        finish += group
        start = max(group)
    return start, finish


def simulate_continuous(out_lens, batch_size):
    check(out_lens, batch_size)
    slot_of, steps, finish = {}, [], []
    for i, length in enumerate(out_lens):
        if len(slot_of) < batch_size and i < batch_size:
            slot, free = i, 0
        else:
            free = heappop(steps)
            slot = slot_of.pop(free)
        end = free + length
        if end not in slot_of:
            heappush(steps, end)
        slot_of[end] = slot
        finish.append(end)
    return max(finish, default=0), finish


def utilization(out_lens, batch_size, total_steps):
    check(out_lens, batch_size)
    if type(total_steps) is not int or total_steps < 0 or (out_lens and not total_steps):
        raise ValueError(f"total_steps: {total_steps!r}")
    return sum(out_lens) / (batch_size * total_steps) if out_lens else 0.0


def check(out_lens, batch_size):
    for value in [batch_size, *out_lens]:
        if type(value) is not int or value < 1:
            raise ValueError(f"bad value: {value!r}")
