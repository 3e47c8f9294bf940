"""The fingerprint model on plain lists: every next token is a hash of all tokens before it.

A layer stores one number a position and reads them all back, through the pages, in order. So one
stale or missing slot changes the number, and with it the next token in 63 of 64 cases. The same
model in torch must give the same tokens, bit for bit. Left out: speed.
"""

from collections.abc import Sequence

from gpu_checks.protocol import UNASKED, Row

PRIME = 2**31 - 1  # every number is below it, so that products fit 64 bits
VOCAB = 64
LAYERS = 2
POISON = PRIME - 2  # what an unwritten slot holds


def embed(token: int, position: int) -> int:
    """Return the number with which a position starts: token 0 at position 0 gives 12,345."""
    return (token * 1_000_003 + position * 7_919 + 12_345) % PRIME


def layer(index: int, number: int, stored: Sequence[int]) -> int:
    """Return what layer `index` makes of a position's number.

    `stored` are the numbers that went into this layer at positions 0 up to this one, which is the
    last: `number`. Layer 0, number 5 alone: the sum is 1 * 5; 5 * 5 + 5 * 48,271 + 1 = 241,381.
    """
    total = sum((at + 1) * value % PRIME for at, value in enumerate(stored)) % PRIME
    return (total * total + number * (48_271 + 2 * index) + index + 1) % PRIME


class ListRunner:
    """The model with a paged cache: slots[layer][page * page_size + offset]."""

    vocab = VOCAB

    def __init__(self, pages: int, page_size: int) -> None:
        self.pages = pages
        self.page_size = page_size
        self.reset()

    def reset(self) -> None:
        """Forget everything: every slot is poisoned."""
        self.slots = [[POISON] * (self.pages * self.page_size) for _ in range(LAYERS)]

    def poison(self, pages: Sequence[int]) -> None:
        """Fill these pages with what no right program reads."""
        size = self.page_size
        for slots in self.slots:
            for page in pages:
                slots[page * size : (page + 1) * size] = [POISON] * size

    def step(self, rows: Sequence[Row]) -> list[int]:
        """Return the next token of each row; layer by layer, all writes before any read."""
        places = [self._places(row) for row in rows]
        numbers = [[embed(t, row.start + i) for i, t in enumerate(row.tokens)] for row in rows]
        for index, slots in enumerate(self.slots):
            for row, place, values in zip(rows, places, numbers, strict=True):
                for i, value in enumerate(values):
                    slots[place[row.start + i]] = value
            for row, place, values in zip(rows, places, numbers, strict=True):
                stored = [slots[at] for at in place]
                for i, value in enumerate(values):
                    values[i] = layer(index, value, stored[: row.start + i + 1])
        return [
            values[-1] % VOCAB if row.sample else UNASKED
            for row, values in zip(rows, numbers, strict=True)
        ]

    def _places(self, row: Row) -> list[int]:
        """Return the slot of every position from 0 to the last of this row."""
        size = self.page_size
        end = row.start + len(row.tokens)
        return [row.table[p // size] * size + p % size for p in range(end)]


def next_token(tokens: Sequence[int]) -> int:
    """Return the token after these, computed without pages: what the paged model must answer."""
    numbers = [embed(token, position) for position, token in enumerate(tokens)]
    for index in range(LAYERS):
        numbers = [layer(index, n, numbers[: at + 1]) for at, n in enumerate(numbers)]
    return numbers[-1] % VOCAB
