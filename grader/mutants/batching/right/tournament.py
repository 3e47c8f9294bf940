"""A tree of slots, each node the smaller of its two children: the root says who frees next.

Odd: uses the input through len() and [] alone, and gives every slot a number.
"""


def simulate_static(out_lens, batch_size):
    n = validate(out_lens, batch_size)
    finish = [0] * n
    i = total = 0
    while i < n:
        start = total
        stop = i + batch_size if i + batch_size < n else n
        while i < stop:
            finish[i] = start + out_lens[i]
            if finish[i] > total:
                total = finish[i]
            i += 1
    return total, finish


def simulate_continuous(out_lens, batch_size):
    n = validate(out_lens, batch_size)
    leaves = 1
    while leaves < min(n, batch_size):
        leaves *= 2
    slots = min(n, batch_size)
    never = 1 << 200
    tree = [(never, 0)] * leaves + [(0, s) if s < slots else (never, s) for s in range(leaves)]
    for node in range(leaves - 1, 0, -1):
        tree[node] = min(tree[2 * node], tree[2 * node + 1])
    finish, total = [], 0
    for i in range(n):
        free, slot = tree[1]
        end = free + out_lens[i]
        finish.append(end)
        total = end if end > total else total
        node = leaves + slot
        tree[node] = (end, slot)
        while node > 1:
            node //= 2
            left, right = tree[2 * node], tree[2 * node + 1]
            tree[node] = left if left <= right else right
    return total, finish


def utilization(out_lens, batch_size, total_steps):
    n = validate(out_lens, batch_size)
    if isinstance(total_steps, bool) or not isinstance(total_steps, int):
        raise ValueError("total_steps %r" % (total_steps,))
    if total_steps < 0 or n > 0 == total_steps:
        raise ValueError("total_steps %d" % total_steps)
    tokens = 0
    for i in range(n):
        tokens += out_lens[i]
    return tokens / (batch_size * total_steps) if n else 0.0


def validate(out_lens, batch_size):
    n = len(out_lens)
    for value in [out_lens[i] for i in range(n)] + [batch_size]:
        if value is True or value is False or not isinstance(value, int):
            raise ValueError("not an integer: %r" % (value,))
        if value < 1:
            raise ValueError("too small: %d" % value)
    return n
