"""The first step in which the learner's run differs from what must be.

Left out: which rule it breaks (`claims.py`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from grader.check import Run
from grader.properties.blocks.ledger import Ledger
from grader.properties.blocks.operations import do
from grader.properties.blocks.shapes import VALUE_ERROR, Observation, Op, Scenario, State, Step


@dataclass(frozen=True)
class Parting:
    """The first step in which the learner's run differs, and all that is known of it."""

    scenario: Scenario
    book: Ledger  # before the step
    op: Op | None  # None for the constructor
    must: Step
    got: Step
    trail: tuple[Step, ...]  # the steps before

    @property
    def name(self) -> str:
        """Return the sequence that the step is about."""
        return self.op["seq"] if self.op else ""

    @property
    def differs(self) -> set[str]:
        """Return which parts of the state differ: free, refs, map, table, cached, other.

        "table" and "cached" are those of the sequence at hand; "other" is anything that the
        operation should not have touched.
        """
        must, got = self.must["state"], self.got["state"]
        if must is None or got is None:
            return set() if must is got else {"other"}
        found = {part for part in ("free", "refs", "map") if must[part] != got[part]}
        if must["tables"].get(self.name) != got["tables"].get(self.name):
            found.add("table")
        if must["cached"].get(self.name) != got["cached"].get(self.name):
            found.add("cached")
        if got["altered"] or others(must, self.name) != others(got, self.name):
            found.add("other")
        return found


@lru_cache(maxsize=8)
def first_parting(run: Run) -> Parting | None:
    """Return the first step that differs, None when the run is right."""
    scenario = cast(Scenario, run.scenario)
    musts, gots = cast(Observation, run.must)["steps"], cast(Observation, run.got)["steps"]
    for index, must in enumerate(musts):
        got = gots[index] if index < len(gots) and _is_whole(gots[index], must) else NOTHING
        if not _same(must, got) or (
            VALUE_ERROR in must["answers"] and _unnamed(scenario, must, got)
        ):
            op = scenario["ops"][must["op"]] if must["op"] >= 0 else None
            return Parting(
                scenario, _book(scenario, must["op"]), op, must, got, tuple(musts[:index])
            )
    return None if len(gots) == len(musts) else _surplus(scenario, musts, gots)


def _is_whole(got: Step, must: Step) -> bool:
    """Return whether a step can be read: an honest driver never answers anything else."""
    state = got["state"]
    return bool(got["answers"]) and (
        state is None
        or must["state"] is None
        or (
            state["tables"].keys() == state["cached"].keys() == must["state"]["tables"].keys()
            and all(len(pair) == 2 for pair in state["map"])
        )
    )


def hash_faults(step: Step) -> list[str]:
    """Return what was wrong with calls of `hash_fn`."""
    return [text for text in complaints(step) if text.startswith("hash_fn")]


def complaints(step: Step) -> list[str]:
    """Return what is said of a step beside the names of attributes."""
    altered = step["state"]["altered"] if step["state"] else []
    return [text for text in altered if text.startswith(COMPLAINTS)]


def _surplus(scenario: Scenario, musts: list[Step], gots: list[Step]) -> Parting:
    """Say that a run goes on where it must end: after a constructor that has to raise."""
    last = gots[len(musts)]
    return Parting(scenario, _book(scenario, last["op"]), None, NOTHING, last, tuple(musts))


def _same(must: Step, got: Step) -> bool:
    return (
        must["op"] == got["op"]
        and must["answers"] == got["answers"]
        and must["state"] == got["state"]
    )


def others(state: State, name: str) -> list[object]:
    """Return tables and cached counts of all sequences but one."""
    kept = [[n, table] for n, table in state["tables"].items() if n != name]
    return [kept, [[n, count] for n, count in state["cached"].items() if n != name]]


def _book(scenario: Scenario, end: int) -> Ledger:
    """Return the ledger just before operation `end`."""
    book = Ledger(scenario)
    if scenario["blocks"] > 0 and scenario["size"] > 0:
        for op in scenario["ops"][: max(0, end)]:
            do(book, op)
    return book


def _unnamed(scenario: Scenario, must: Step, got: Step) -> bool:
    """Return whether a ValueError fails to name the one value that is bad."""
    if must["op"] < 0:
        bad = [scenario[part] for part in ("blocks", "size") if scenario[part] < 1]
        return not any(str(value) in got["said"] for value in bad)
    op = scenario["ops"][must["op"]]
    if op["do"] != "force" or str(op["n"]) in got["said"]:
        return False
    return _bad_count(_book(scenario, must["op"]), op)


def _bad_count(book: Ledger, op: Op) -> bool:
    """Return whether nothing but the count of an allocate is wrong: no hit is needed for room."""
    name = op["seq"]
    if book.tables[name] or not book.has_room(name, []):
        return False
    return not 0 <= op["n"] <= len(book.hits(name))


COMPLAINTS = ("hash_fn", "can_append", "another manager", "hash_blocks")  # how they begin
NOTHING: Step = {"op": -2, "answers": ["nothing"], "state": None, "said": "", "line": 0}
