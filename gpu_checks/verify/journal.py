"""Layer 3, after each step and at the end: exactly the due samples were taken in.

A sample is due when the row computed the last token of its request. Mid-chunk samples must be
dropped, eos and max_tokens must end a request at once and nothing else may; at the end all have
finished and every page is free once. Left out: that steps go on at all (`engine.py`).
"""

from collections.abc import Iterator, Sequence

from gpu_checks.adapter.turn import Ending, Turn
from gpu_checks.protocol import Row
from gpu_checks.verify.life import Life
from gpu_checks.verify.violation import Violation
from gpu_checks.workload import Workload


class Journal:
    """Compares the learner's sequences with what the engine knows."""

    def __init__(self, workload: Workload, lives: Sequence[Life]) -> None:
        self.workload = workload
        self.lives = lives

    def check(
        self,
        step: int,
        turn: Turn,
        live: Sequence[int],
        rows: Sequence[Row],
        sampled: Sequence[int],
    ) -> Iterator[Violation]:
        """Yield what a step left wrong; the lives have taken in the due samples already.

        `live` are the requests that `turn["lengths"]` tells of; `sampled` are the tokens that were
        handed over for `rows`.
        """
        if len(turn["lengths"]) != len(live) or len(turn["last"]) != len(rows):
            says = "cannot tell what became of every request"
            yield Violation("journal", step, -1, says, stops=True)
            return
        row_of = {row.request: row for row in rows}
        for number, length in zip(live, turn["lengths"], strict=True):
            if length != len(self.lives[number].tokens):
                says = _length(self.lives[number], length, row_of.get(number))
                yield Violation("journal", step, number, says)
        for row, last, token in zip(rows, turn["last"], sampled, strict=True):
            if row.sample and last != token and last != self.lives[row.request].tokens[-1]:
                says = f"has {last} as its last token; {token} was sampled"
                yield Violation("journal", step, row.request, says)
        yield from self._ends(step, turn["finished"], row_of)

    def _ends(self, step: int, finished: list[int], row_of: dict[int, Row]) -> Iterator[Violation]:
        for number in finished:
            life = self.lives[number] if 0 <= number < len(self.lives) else None
            if life is None or not life.is_live:
                yield Violation("journal", step, number, "ends, but was not there", stops=True)
            elif not life.is_over(self.workload.eos):
                says = f"ends after {life.completions} of {life.max_tokens} completions"
                yield Violation("journal", step, number, f"{says}, without eos")
        ended = set(finished)
        for number in row_of:
            life = self.lives[number]
            if number not in ended and life.is_over(self.workload.eos):
                why = f"{life.completions} of {life.max_tokens} completions"
                says = f"goes on after {why}, the last of them {life.tokens[-1]}"
                yield Violation("journal", step, number, says)

    def end(self, step: int, ending: Ending) -> Iterator[Violation]:
        """Yield what is wrong when nothing is left to do."""
        if ending["trouble"]:
            yield Violation("journal", step, -1, f"cannot be read: {ending['trouble']['what']}")
            return
        for life, output in zip(self.lives, ending["outputs"], strict=True):
            known = life.tokens[life.prompt :]
            if output != known:
                where = _difference(output, known)
                yield Violation("journal", step, life.number, f"its completions at the end {where}")
        for number in ending["held"]:
            yield Violation("journal", step, number, "still holds pages after everything ended")
        for number in ending["queued"]:
            yield Violation("journal", step, number, "is still queued after everything ended")
        yield from self._free(step, ending["free"])

    def _free(self, step: int, free: list[int]) -> Iterator[Violation]:
        pages = self.workload.pages
        if len(free) != pages:
            says = f"{len(free)} of {pages} pages are free after everything ended"
            yield Violation("journal", step, -1, says)
        elif -1 not in free and len(set(free)) < pages:
            twice = next(page for page in free if free.count(page) > 1)
            yield Violation("journal", step, -1, f"page {twice} is free twice", page=twice)


def _length(life: Life, length: int, row: Row | None) -> str:
    must = len(life.tokens)
    if row is None:
        return f"has {length} tokens instead of {must}, and was not in the step"
    last = row.start + len(row.tokens) - 1
    if row.sample and length == must - 1:
        return f"dropped the sample that was due after position {last}"
    if not row.sample and length == must + 1:
        return f"took in a sample after position {last} of {must} tokens: mid-chunk"
    return f"has {length} tokens instead of {must}"


def _difference(output: list[int], known: list[int]) -> str:
    for at, (got, right) in enumerate(zip(output, known, strict=False)):
        if got != right:
            return f"differ from the samples at completion {at}"
    return f"are {len(output)}; {len(known)} were sampled"
