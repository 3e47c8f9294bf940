"""Layer 1, each step: the rows are legal, whatever the scheduler's policy is.

Known requests, once a step, not finished, at least one token and none that does not exist yet; the
table long enough, its pages real and distinct; the budgets kept; no page written that another live
request holds for another prefix. Left out: what the slots hold (`ledger.py`).
"""

from collections.abc import Iterator, Sequence

from gpu_checks.adapter.turn import Turn
from gpu_checks.verify.ledger import Ledger
from gpu_checks.verify.life import Life
from gpu_checks.verify.violation import Violation
from gpu_checks.workload import Workload


class Contract:
    """Checks the plan of a step before anything is computed."""

    def __init__(self, workload: Workload, lives: Sequence[Life]) -> None:
        self.workload = workload
        self.lives = lives

    def check(self, step: int, turn: Turn) -> Iterator[Violation]:
        """Yield what is wrong with the plan; what `stops` comes first for its row."""
        seen: set[int] = set()
        rows, starts, counts = turn["rows"], turn["starts"], turn["counts"]
        if len(rows) > len(self.lives) or -1 in rows or not len(rows) == len(starts) == len(counts):
            says = "schedules something that is no request that was added"
            yield Violation("contract", step, -1, says, stops=True)
            return
        for number, start, count in zip(rows, starts, counts, strict=True):
            says = self._wrong_row(number, start, count, number in seen)
            if says:
                yield Violation("contract", step, number, says, stops=True)
                return
            seen.add(number)
            says = self._wrong_table(number, start + count)
            if says:
                yield Violation("contract", step, number, says, stops=True)
                return
        yield from self._limits(step, turn)

    def _wrong_row(self, number: int, start: int, count: int, again: bool) -> str:
        if not 0 <= number < len(self.lives) or not self.lives[number].arrived:
            return "is scheduled, but has not arrived"
        life = self.lives[number]
        if life.finished:
            return "is scheduled after it ended"
        if again:
            return "is scheduled twice in one step"
        if count < 1:
            return f"is scheduled for {count} tokens; at least 1"
        if start < 0 or start + count > len(life.tokens):
            last = start + count - 1
            return f"is scheduled for positions {start} to {last}, but has {len(life.tokens)} tokens"
        return ""

    def _wrong_table(self, number: int, end: int) -> str:
        table, size = self.lives[number].table, self.workload.page_size
        if len(table) * size < end:
            return (
                f"computes up to position {end - 1}, but its {len(table)} pages"
                f" hold {len(table) * size} tokens"
            )
        return ""

    def _limits(self, step: int, turn: Turn) -> Iterator[Violation]:
        counts, workload = turn["counts"], self.workload
        if len(counts) > workload.max_seqs:
            says = f"schedules {len(counts)} requests; max_num_seqs is {workload.max_seqs}"
            yield Violation("contract", step, -1, says)
        if turn["kind"] == "decode":
            for number, count in zip(turn["rows"], counts, strict=True):
                if count != 1:
                    says = f"is scheduled for {count} tokens in a decode step; it takes 1"
                    yield Violation("contract", step, number, says)
        elif sum(counts) > workload.budget:
            says = f"schedules {sum(counts)} tokens; the budget is {workload.budget}"
            yield Violation("contract", step, -1, says)

    def table(self, step: int, life: Life) -> Iterator[Violation]:
        """Yield what is wrong with a table that changed."""
        pages = self.workload.pages
        strange = next((page for page in life.table if not 0 <= page < pages), None)
        if strange is not None:
            says = f"holds page {strange}; there are pages 0 to {pages - 1}"
            yield Violation("contract", step, life.number, says, page=strange, stops=True)
        elif len(set(life.table)) < len(life.table):
            twice = next(page for page in life.table if life.table.count(page) > 1)
            says = f"holds page {twice} twice"
            yield Violation("contract", step, life.number, says, page=twice)

    def writes(
        self, step: int, turn: Turn, ledger: Ledger
    ) -> Iterator[Violation]:
        """Yield each write into a page that another live request holds for another prefix."""
        size = self.workload.page_size
        for number, start, count in zip(turn["rows"], turn["starts"], turn["counts"], strict=True):
            life = self.lives[number]
            for index in range(start // size, (start + count - 1) // size + 1):
                page = life.table[index]
                owners = ledger.owners[page]
                if len(owners) > 1:
                    end = min(start + count, (index + 1) * size)
                    yield from self._foreign(step, life, index, end, owners)

    def _foreign(
        self, step: int, life: Life, index: int, end: int, owners: dict[int, int]
    ) -> Iterator[Violation]:
        """`owners`: request -> place of the page in its table; `end`: of what is written there."""
        page = life.table[index]
        for other, place in owners.items():
            chain = self.lives[other].chain
            same = place == index and len(chain) >= end and chain[end - 1] == life.chain[end - 1]
            if other != life.number and not same:
                says = (
                    f"writes position {end - 1} into page {page},"
                    f" which request {other} holds for another prefix"
                )
                yield Violation("contract", step, life.number, says, end - 1, page)
