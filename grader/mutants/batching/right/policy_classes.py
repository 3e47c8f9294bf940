"""Strategy classes, a hand-written tournament tree, Fractions."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice


class Policy(ABC):
    """How finish times come about."""

    def __init__(self, lengths: Sequence[int], slots: int) -> None:
        self.lengths = tuple(lengths)
        self.slots = slots

    @abstractmethod
    def ends(self) -> Iterator[int]:
        """Yield the finish of every request in index order."""

    def result(self) -> tuple[int, list[int]]:
        finish = [*self.ends()]
        return (max(finish) if finish else 0, finish)


class Static(Policy):
    def ends(self) -> Iterator[int]:
        source = iter(self.lengths)
        base = 0
        size = min(self.slots, len(self.lengths) + 1)
        while group := tuple(islice(source, size)):
            yield from map(base.__add__, group)
            base += max(group)


class Tournament:
    """The slot that is free first: a complete binary tree, each node the smaller of its sons."""

    def __init__(self, leaves: int) -> None:
        self.width = 1
        while self.width < leaves:
            self.width *= 2
        self.node = [0] * (2 * self.width)
        for leaf in range(leaves, self.width):
            self.node[self.width + leaf] = 1 << 200  # never free
        for i in range(self.width - 1, 0, -1):
            self.node[i] = min(self.node[2 * i], self.node[2 * i + 1])

    def add_to_least(self, amount: int) -> int:
        node = self.node
        i = 1
        while i < self.width:
            i = 2 * i if node[2 * i] == node[i] else 2 * i + 1
        node[i] += amount
        out = node[i]
        while i > 1:
            i //= 2
            node[i] = min(node[2 * i], node[2 * i + 1])
        return out


class Continuous(Policy):
    def ends(self) -> Iterator[int]:
        tree = Tournament(max(1, min(self.slots, len(self.lengths))))
        for length in self.lengths:
            yield tree.add_to_least(length)


def reject(value: object) -> None:
    raise ValueError(str(value))


def validate(out_lens: Sequence[int], *least: tuple[object, int]) -> None:
    for value, bound in (*least, *((length, 1) for length in out_lens)):
        match value:
            case bool():
                reject(value)
            case int() if value >= bound:
                pass
            case _:
                reject(value)


def simulate_static(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    validate(out_lens, (batch_size, 1))
    return Static(out_lens, batch_size).result()


def simulate_continuous(out_lens: Sequence[int], batch_size: int) -> tuple[int, list[int]]:
    validate(out_lens, (batch_size, 1))
    return Continuous(out_lens, batch_size).result()


def utilization(out_lens: Sequence[int], batch_size: int, total_steps: int) -> float:
    validate(out_lens, (batch_size, 1), (total_steps, min(1, len(out_lens))))
    if len(out_lens) == 0:
        return 0.0
    return float(sum((Fraction(n, batch_size) for n in [sum(out_lens)]), Fraction()) / total_steps)
