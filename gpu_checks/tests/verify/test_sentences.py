"""What each layer says, word for word, on turns made by hand."""

from collections.abc import Sequence
from typing import cast

import pytest

from gpu_checks.adapter.turn import Ask, Ending, Opening, Turn, blank_turn
from gpu_checks.course import Course
from gpu_checks.engine import run
from gpu_checks.fingerprint import ListRunner, next_token
from gpu_checks.workload import Workload

PAGE = 4
AS_SAMPLED = [-1]  # stands for the tokens that were handed over


class Script:
    """A session that answers with turns written beforehand."""

    def __init__(self, turns: Sequence[Turn], ending: Ending | None = None) -> None:
        self.turns = list(turns)
        self.ending = ending

    def open(self, opening: Opening) -> Turn:
        assert opening["requests"]
        return self.turns.pop(0)

    def step(self, sampled: list[int]) -> Turn:
        made = self.turns.pop(0)
        if made["last"] == AS_SAMPLED:
            made["last"] = sampled
        return made

    def end(self) -> Ending:
        assert self.ending is not None
        return self.ending


def turn(
    *rows: tuple[int, int, int],  # request, start, count
    tables: Sequence[list[int]] = (),
    kind: str = "prefill",
    lengths: Sequence[int] = (),
    last: Sequence[int] = (),
    finished: Sequence[int] = (),
) -> Turn:
    made = blank_turn()
    made["kind"] = kind
    made["rows"] = [row[0] for row in rows]
    made["starts"] = [row[1] for row in rows]
    made["counts"] = [row[2] for row in rows]
    made["tables"] = list(tables)
    made["lengths"], made["last"], made["finished"] = list(lengths), list(last), list(finished)
    return made


def workload(*prompts: int, max_tokens: int = 2, budget: int = 16, max_seqs: int = 2) -> Workload:
    """Return a workload of prompts with these lengths; request n's tokens are n, n + 1, ..."""
    asks = tuple(
        Ask(prompt=[n + i for i in range(length)], max_tokens=max_tokens, ignore_eos=True, at=0)
        for n, length in enumerate(prompts)
    )
    return Workload("by hand", 6, PAGE, budget, max_seqs, asks)


def said(course: Course) -> str:
    assert course.violations, course.problem
    return f"{course.violations[0].layer}: {course.violations[0]}"


def play(what: Workload, *turns: Turn, ending: Ending | None = None) -> str:
    return said(run(Script(turns, ending), ListRunner(what.pages, what.page_size), what))


def test_a_slot_that_was_never_written() -> None:
    skips = turn((0, 4, 1), tables=[[0, 0, 3, 1]])

    assert play(workload(5), skips) == (
        "ledger: request 0, step 1: reads position 0 from page 3, which was never written"
    )


def test_a_slot_that_another_request_wrote() -> None:
    first = turn((0, 0, 5), tables=[[0, 0, 3, 1]])
    second = turn((1, 4, 1), tables=[[1, 0, 3, 2]], lengths=[6, 5], last=AS_SAMPLED)

    assert play(workload(5, 5), first, second).startswith(
        "ledger: request 1, step 2: reads position 0 from page 3,"
        " which holds request 0's position 0 of step 1"
    )


def test_pages_in_the_wrong_order() -> None:
    first = turn((0, 0, 8), tables=[[0, 0, 3, 1]])
    swapped = turn((0, 8, 1), tables=[[0, 0, 1, 3, 5]], lengths=[9], last=AS_SAMPLED)

    assert play(workload(8), first, swapped) == (
        "ledger: request 0, step 2: reads position 0 from page 1,"
        " which holds its own position 4 of step 1"
    )


def first_token(what: Workload) -> int:
    return next_token(what.requests[0]["prompt"])


def test_a_write_into_somebody_elses_page() -> None:
    both = turn((0, 0, 4), (1, 0, 4), tables=[[0, 0, 2], [1, 0, 2]])

    assert play(workload(4, 4), both) == (
        "contract: request 0, step 1: writes position 3 into page 2,"
        " which request 1 holds for another prefix"
    )


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ((0, 0, 0), "request 0, step 1: is scheduled for 0 tokens; at least 1"),
        ((0, 3, 4), "request 0, step 1: is scheduled for positions 3 to 6, but has 5 tokens"),
        ((0, -1, 2), "request 0, step 1: is scheduled for positions -1 to 0, but has 5 tokens"),
        ((7, 0, 1), "request 7, step 1: is scheduled, but has not arrived"),
        ((-1, 0, 1), "step 1: schedules something that is no request that was added"),
    ],
)
def test_rows_that_cannot_be_computed(row: tuple[int, int, int], says: str) -> None:
    assert play(workload(5), turn(row, tables=[[0, 0, 1, 2]])) == f"contract: {says}"


def test_tables_that_cannot_be_used() -> None:
    short = turn((0, 0, 5), tables=[[0, 0, 1]])
    strange = turn((0, 0, 5), tables=[[0, 0, 1, 6]])
    twice = turn((0, 0, 5), tables=[[0, 0, 1, 1]])

    assert play(workload(5), short) == (
        "contract: request 0, step 1: computes up to position 4, but its 1 pages hold 4 tokens"
    )
    assert play(workload(5), strange) == (
        "contract: request 0, step 1: holds page 6; there are pages 0 to 5"
    )
    assert play(workload(5), twice) == "contract: request 0, step 1: holds page 1 twice"


def test_limits_of_a_step() -> None:
    tables = [[0, 0, 0], [1, 0, 1], [2, 0, 2]]
    three = turn((0, 0, 3), (1, 0, 3), (2, 0, 3), tables=tables)
    many = turn((0, 0, 3), (1, 0, 3), tables=tables[:2])
    decode = turn((0, 0, 3), tables=tables[:1], kind="decode")

    assert play(workload(3, 3, 3), three) == (
        "contract: step 1: schedules 3 requests; max_num_seqs is 2"
    )
    assert play(workload(3, 3, budget=5), many) == (
        "contract: step 1: schedules 6 tokens; the budget is 5"
    )
    assert play(workload(3), decode) == (
        "contract: request 0, step 1: is scheduled for 3 tokens in a decode step; it takes 1"
    )


def test_samples_that_were_not_taken_in_as_due() -> None:
    whole = turn((0, 0, 5), tables=[[0, 0, 1, 2]])
    chunk = turn((0, 0, 3), tables=[[0, 0, 1, 2]])
    dropped = turn(lengths=[5], last=[4])
    kept = turn(lengths=[6], last=[17])
    other = turn(lengths=[6], last=[63])

    assert play(workload(5), whole, dropped) == (
        "journal: request 0, step 1: dropped the sample that was due after position 4"
    )
    assert play(workload(5), chunk, kept) == (
        "journal: request 0, step 1: took in a sample after position 2 of 5 tokens: mid-chunk"
    )
    token = first_token(workload(5))
    assert play(workload(5), whole, other) == (
        f"journal: request 0, step 1: has 63 as its last token; {token} was sampled"
    )


def test_ends_that_are_early_or_late() -> None:
    whole = turn((0, 0, 5), tables=[[0, 0, 1, 2]])
    token = first_token(workload(5))
    early = turn(lengths=[6], last=AS_SAMPLED, finished=[0])
    late = turn(lengths=[6], last=AS_SAMPLED)

    assert play(workload(5), whole, early) == (
        "journal: request 0, step 1: ends after 1 of 2 completions, without eos"
    )
    assert play(workload(5, max_tokens=1), whole, late) == (
        f"journal: request 0, step 1: goes on after 1 of 1 completions, the last of them {token}"
    )


def test_a_scheduler_that_stops_scheduling() -> None:
    nothing = [turn(lengths=[5] * bool(step)) for step in range(5)]

    assert play(workload(5), *nothing) == (
        "journal: step 5: schedules nothing for 5 steps; unfinished are requests 0"
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"free": [0, 1, 2, 3, 4]}, "5 of 6 pages are free after everything ended"),
        ({"free": [0, 1, 2, 3, 4, 4]}, "page 4 is free twice"),
        ({"held": [0]}, "still holds pages after everything ended"),
        ({"queued": [0]}, "is still queued after everything ended"),
        ({"outputs": [[1]]}, "its completions at the end differ from the samples at completion 0"),
    ],
)
def test_what_is_left_at_the_end(change: dict[str, list[int]], says: str) -> None:
    what = workload(5, max_tokens=1)
    token = first_token(what)
    whole = turn((0, 0, 5), tables=[[0, 0, 1, 2]])
    done = turn(lengths=[6], last=AS_SAMPLED, finished=[0])
    right: Ending = {
        "outputs": [[token]],
        "free": [0, 3, 4, 5, 2, 1],
        "held": [],
        "queued": [],
        "trouble": None,
    }

    fine = run(Script([whole, done], right), ListRunner(6, PAGE), what)
    wrong = play(what, whole, done, ending=cast(Ending, {**right, **change}))

    assert fine.is_whole
    assert wrong.endswith(says)
