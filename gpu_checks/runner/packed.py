"""A step's rows laid end to end, as plain lists; what the device is sent."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gpu_checks.protocol import Row


@dataclass
class Packed:
    """The tokens of all rows, one after the other, and where each row ends.

    Page size 4; rows (7, 8) from position 5 with table (3, 0), and (9) from 0 with table (1):
    tokens 7 8 9, positions 5 6 0, slots 1 2 4, counts 2 1, lasts 1 2, contexts 7 1.
    """

    tokens: list[int] = field(default_factory=list)
    positions: list[int] = field(default_factory=list)
    slots: list[int] = field(default_factory=list)  # where each token's KV is written
    counts: list[int] = field(default_factory=list)  # tokens of each row
    lasts: list[int] = field(default_factory=list)  # place of each row's last token
    contexts: list[int] = field(default_factory=list)  # positions that the last token sees

    @property
    def is_decode(self) -> bool:
        """Return whether every row has one token."""
        return all(count == 1 for count in self.counts)


def pack(rows: Sequence[Row], page_size: int) -> Packed:
    """Return the rows laid end to end."""
    packed = Packed()
    for row in rows:
        end = row.start + len(row.tokens)
        packed.tokens += row.tokens
        packed.positions += range(row.start, end)
        packed.slots += [
            row.table[at // page_size] * page_size + at % page_size for at in range(row.start, end)
        ]
        packed.counts.append(len(row.tokens))
        packed.lasts.append(len(packed.tokens) - 1)
        packed.contexts.append(end)
    return packed
