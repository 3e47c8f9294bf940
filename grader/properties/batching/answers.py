"""What the learner's code answered, taken apart.

Left out: whether it is right (`rules.py`).
"""

from collections.abc import Iterator
from typing import cast

from grader.check import Run
from grader.plain import Plain
from grader.properties.batching.shapes import Call, Observation


def observation(run: Run) -> Observation:
    """Return what the driver saw of the learner's code."""
    return cast(Observation, run.got)


def answers_of(call: Call) -> Iterator[dict[str, Plain]]:
    """Yield the answer, and that of the second call if it was another one."""
    yield call["answer"]
    if call["again"] is not None:
        yield call["again"]


def pair_of(answer: dict[str, Plain]) -> tuple[Plain, list[Plain]] | None:
    """Return total and finish, None when the answer is no pair of something and a list."""
    returned = answer.get("returned")
    items = returned.get("tuple") if isinstance(returned, dict) else None
    if isinstance(items, list) and len(items) == 2 and isinstance(items[1], list):
        return items[0], items[1]
    return None


def are_ints(values: list[Plain]) -> bool:
    """Return whether all are ints; True is none."""
    return all(type(value) is int for value in values)
