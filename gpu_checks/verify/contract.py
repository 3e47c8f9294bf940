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

STRANGER = Life(-1, 0, 0, ignore_eos=True, at=0)  # stands for a request that there is not


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
        size = self.workload.page_size
        for number, start, count in zip(rows, starts, counts, strict=True):
            end = start + count
            life = self.lives[number] if 0 <= number < len(self.lives) else STRANGER
            known = len(life.tokens) if life.arrived and not life.finished else 0
            enough = end <= len(life.table) * size
            if not (enough and 0 <= start < end <= known) or number in seen:
                says = self._wrong(life, start, count, number in seen)
                yield Violation("contract", step, number, says, stops=True)
                return
            seen.add(number)
        yield from self._limits(step, turn)

    def _wrong(self, life: Life, start: int, count: int, again: bool) -> str:
        if not life.arrived:
            return "is scheduled, but has not arrived"
        if life.finished:
            return "is scheduled after it ended"
        if again:
            return "is scheduled twice in one step"
        if count < 1:
            return f"is scheduled for {count} tokens; at least 1"
        last = start + count - 1
        if start < 0 or last >= len(life.tokens):
            return (
                f"is scheduled for positions {start} to {last}, but has {len(life.tokens)} tokens"
            )
        room = len(life.table) * self.workload.page_size
        return f"computes up to position {last}, but its {len(life.table)} pages hold {room} tokens"

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

    def writes(self, step: int, turn: Turn, ledger: Ledger) -> Iterator[Violation]:
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
