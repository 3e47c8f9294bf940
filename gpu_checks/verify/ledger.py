"""Layer 2, each step: every slot that will be read holds KV made from exactly the reader's prefix.

For every slot it is written down of which prefix its KV was made: the link of a hash chain over
tokens 0 .. p, and who wrote it when. All rows of a step write first, then all read, so that sharing
inside one step is legal. What a request has read once is not looked at again until somebody writes
into it or its table changes; so a decode costs one look, not one for each position.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gpu_checks.verify.life import Life
from gpu_checks.verify.violation import Violation


class Stamp(NamedTuple):
    """What a slot holds."""

    link: int  # of the chain; -1: garbage, since the page went into a new table
    request: int
    position: int
    step: int


GARBAGE = Stamp(-1, -1, -1, -1)


class Ledger:
    """What every slot of the KV cache holds, and who may read it."""

    def __init__(self, pages: int, size: int, lives: Sequence[Life]) -> None:
        self.size = size
        self.lives = lives
        self.slots: list[Stamp | None] = [None] * (pages * size)  # None: never written
        self.owners: list[dict[int, int]] = [{} for _ in range(pages)]  # request -> table index
        self.used = 0  # pages that somebody holds

    def retable(self, life: Life, keep: int, new: Sequence[int]) -> None:
        """Change a table: the first `keep` entries stay, `new` ones follow."""
        self._drop(life, keep)
        del life.table[keep:]
        for index, page in enumerate(new, keep):
            life.table.append(page)
            self.used += not self.owners[page]
            self.owners[page][life.number] = index
        life.good = min(life.good, keep * self.size)
        life.fresh = min(life.fresh, keep)
        life.frozen = tuple(life.table)

    def release(self, life: Life) -> None:
        """Take an ended request off its pages, whatever its table still says."""
        self._drop(life, 0)

    def _drop(self, life: Life, keep: int) -> None:
        for page in life.table[keep:]:
            owners = self.owners[page]
            if owners.pop(life.number, None) is not None:
                self.used -= not owners

    def taken(self, life: Life, start: int) -> list[int]:
        """Return the pages that came into a table beyond the cached tokens; they hold garbage now.

        Only pages that no other live request holds. So a program that reads what it has not
        computed finds nothing there, not the right value by luck.
        """
        found: list[int] = []
        for index in range(max(life.fresh, -(-start // self.size)), len(life.table)):
            page = life.table[index]
            if len(self.owners[page]) == 1:
                at = page * self.size
                self.slots[at : at + self.size] = [GARBAGE] * self.size
                found.append(page)
        life.fresh = len(life.table)
        return found

    def write(self, step: int, life: Life, start: int, count: int) -> None:
        """Note that a row stores the KV of its tokens."""
        size, slots, chain = self.size, self.slots, life.chain
        for position in range(start, start + count):
            page, offset = life.table[position // size], position % size
            slots[page * size + offset] = Stamp(chain[position], life.number, position, step)
            owners = self.owners[page]
            if len(owners) > 1:
                self._unsettle(owners, offset, chain[position])
        life.good = min(life.good, start)

    def _unsettle(self, owners: dict[int, int], offset: int, link: int) -> None:
        """Let every request whose slot was overwritten with something else look again."""
        for number, index in owners.items():
            other, position = self.lives[number], index * self.size + offset
            if position < other.good and other.chain[position] != link:
                other.good = position

    def read(self, step: int, life: Life, end: int) -> Violation | None:
        """Return the first position below `end` that does not hold this request's own prefix."""
        size, slots, chain, table = self.size, self.slots, life.chain, life.table
        for position in range(life.good, end):
            page = table[position // size]
            stamp = slots[page * size + position % size]
            if stamp is None or stamp.link != chain[position]:
                life.good = position
                says = f"reads position {position} from page {page}, {_holds(stamp, life.number)}"
                return Violation("ledger", step, life.number, says, position, page)
        life.good = max(life.good, end)
        return None


def _holds(stamp: Stamp | None, reader: int) -> str:
    if stamp is None:
        return "which was never written"
    if stamp.link < 0:
        return "which was not written since it went into a new table"
    whose = "its own" if stamp.request == reader else f"request {stamp.request}'s"
    return f"which holds {whose} position {stamp.position} of step {stamp.step}"
