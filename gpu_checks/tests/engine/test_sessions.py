"""A learner's file in its worker: whatever it does, the run ends with a name and what was seen."""

from collections.abc import Callable

import pytest

from gpu_checks.adapter.session import Ended, Jailed, Source
from gpu_checks.course import Course
from gpu_checks.engine import run
from gpu_checks.fingerprint import VOCAB, ListRunner
from gpu_checks.verify.small import fitted, small
from grader.catalogue import find

REFERENCE = find("scheduler").reference.read_text(encoding="utf-8")
BLOCKS = find("blocks").reference.read_text(encoding="utf-8")
BUDGET = find("budget").reference.read_text(encoding="utf-8")
SCHEDULE = "        batch = self._prefill()\n        if batch:\n"
AT = 12  # the step in which it goes wrong


def spoiled(does: str) -> str:
    """Return the reference with a line that runs in step 12."""
    assert REFERENCE.count(SCHEDULE) == 1
    line = (
        "        self.calls = getattr(self, 'calls', 0) + 1\n"
        f"        if self.calls == {AT}:\n            {does}\n"
    )
    return REFERENCE.replace(SCHEDULE, line + SCHEDULE)


def play(source: Source, seed: int = 0) -> Course:
    workload = fitted(small(seed, VOCAB), source.drill)
    with Jailed(source) as session:
        return run(session, ListRunner(workload.pages, workload.page_size), workload)


@pytest.mark.parametrize(
    "source",
    [
        Source("scheduler", REFERENCE),
        Source("scheduler", REFERENCE, BLOCKS),
        Source("budget", BUDGET),
    ],
    ids=["scheduler", "own blocks", "budget"],
)
def test_right_files_run_to_their_end(source: Source) -> None:
    for seed in range(3):
        course = play(source, seed)
        assert course.is_whole, (course.problem, course.violations)


@pytest.mark.parametrize(
    ("does", "kind", "says"),
    [
        ("while True: pass", "time", "no answer after 2 s of running"),
        ("__import__('os')._exit(3)", "crash", "your code ended the process (exit code 3)"),
        ("print('x' * 1_000_000)", "output", "over 262,144 bytes were printed"),
        ("raise RuntimeError('no idea')", "crash", "schedule(): RuntimeError: no idea"),
        ("return None", "crash", "schedule(): returned a NoneType, not a pair"),
        ("self.running[0].num_cached_tokens = 3.5", "crash", "num_cached_tokens holds a float"),
        ("self.running[0].block_table += [1] * 3_000_000", "reply", "an answer that is too large"),
        ("x = [0] * (1 << 40)", "memory", "over 1,024 MiB of memory"),
    ],
    ids=["loops", "dies", "prints", "raises", "none", "float", "flood", "memory"],
)
def test_a_file_that_goes_wrong_late_is_named_and_its_steps_are_kept(
    does: str, kind: str, says: str
) -> None:
    course = play(Source("scheduler", spoiled(does)))

    assert course.problem is not None, course.violations
    assert course.problem.kind == kind
    assert says in course.problem.says
    assert len(course.steps) == AT - 1


def test_a_stranger_in_the_batch_is_a_violation() -> None:
    course = play(Source("scheduler", spoiled("return [object()], True")))

    assert str(course.violations[0]) == (
        f"step {AT}: schedules something that is no request that was added"
    )


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (find("scheduler").text("stub.py"), "unwritten"),
        ("def broken(:", "syntax"),
        ("x = 1", "missing"),
        ("raise SystemExit(0)", "import"),
    ],
)
def test_a_file_that_cannot_be_run_is_named(text: str, kind: str) -> None:
    ended: Callable[[], str] = lambda: _end(Source("scheduler", text))  # noqa: E731

    assert ended() == kind


def _end(source: Source) -> str:
    try:
        course = play(source)
    except Ended as ended:
        return ended.kind
    return course.problem.kind if course.problem else ""


def test_a_block_manager_that_does_not_load_is_named() -> None:
    course = play(Source("scheduler", REFERENCE, "raise ValueError('no blocks')"))

    assert course.problem is not None
    assert course.problem.says.startswith("BlockManager(): ValueError: no blocks")
