"""A skew heap of node objects: O(n log b) amortised, plain Python, heavy constants."""


class Node:
    __slots__ = ("end", "left", "right")

    def __init__(self, end):
        self.end, self.left, self.right = end, None, None


def merge(a, b):
    """Merge two skew heaps without recursion."""
    spine = []
    while a is not None and b is not None:
        if b.end < a.end:
            a, b = b, a
        spine.append(a)
        a = a.right
    rest = a if a is not None else b
    for node in reversed(spine):
        node.right = node.left
        node.left = rest
        rest = node
    return rest


def check(values, least=1):
    for value in values:
        if type(value) is not int or value < least:
            raise ValueError(f"bad: {value!r}")


def simulate_static(out_lens, batch_size):
    check([batch_size])
    check(out_lens)
    finish, done = [], 0
    for i, length in enumerate(out_lens):
        if i % batch_size == 0:
            base = done
        finish.append(base + length)
        done = max(done, base + length)
    return done, finish


def simulate_continuous(out_lens, batch_size):
    check([batch_size])
    check(out_lens)
    heap, used, finish = None, 0, []
    for length in out_lens:
        if used < batch_size:
            used += 1
            free = 0
        else:
            free = heap.end
            heap = merge(heap.left, heap.right)
        heap = merge(heap, Node(free + length))
        finish.append(free + length)
    return max([0, *finish]), finish


def utilization(out_lens, batch_size, total_steps):
    check([batch_size])
    check(out_lens)
    check([total_steps], 1 if len(out_lens) else 0)
    return sum(out_lens) / (batch_size * total_steps) if len(out_lens) else 0.0
