"""Where the learner's play parts from the reference's.

Up to the first step that differs both schedulers stood in the same state, so that state and the
two steps are all that the other modules look at.
Left out: which rule the difference breaks (`claims.py`) and how it reads (`rows.py`).
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from grader.check import Run
from grader.properties.scheduler.shapes import Observation, Scenario, State, Step, Trouble

NO_STEP: Step = {
    "arrived": [],
    "kind": "",
    "batch": [],
    "scheduled": [],
    "is_new": True,
    "planned": None,
    "sampled": [],
    "refused": "",
    "left": [],
    "last": [],
    "done": None,
}
NO_STATE: State = {
    "free": 0,
    "waiting": [],
    "running": [],
    "status": "",
    "cached": [],
    "tables": [],
    "tokens": [],
    "freed": [],
    "known": 0,
    "hashed": [],
}


@dataclass(frozen=True)
class Parting:
    """The first step at which two plays differ, and the state that both were in before it."""

    scenario: Scenario
    steps: list[Step]  # of the reference, up to and including this one
    must: Step
    got: Step
    before: State  # with what was added before the step
    seats: dict[str, int]  # name -> place in the lists by arrival
    prompts: list[int]  # lengths, in order of arrival
    beside: str  # what a second scheduler changed in the learner's play
    reset: frozenset[str]  # whose prompt length the learner's code changed
    trouble: Trouble | None  # of the learner's play, if it ended in this step

    @property
    def planned(self) -> tuple[State, State]:
        """Return both states after schedule(); one that could not be read is the one before."""
        return self.must["planned"] or self.before, self.got["planned"] or self.before

    @property
    def done(self) -> tuple[State, State]:
        """Return both states after postprocess()."""
        must, got = self.planned
        return self.must["done"] or must, self.got["done"] or got

    @property
    def preempted(self) -> set[str]:
        """Return who must be preempted in this step."""
        return preempted_between(self.before, self.planned[0])


def preempted_between(before: State, after: State) -> set[str]:
    """Return who ran in the first state and waits in the second."""
    return set(before["running"]) & set(after["waiting"])


@lru_cache(maxsize=8)
def parting(run: Run) -> Parting | None:
    """Return where the learner's play first differs from the reference's, if it does."""
    if run.must == run.got:
        return None
    must, got = cast(Observation, run.must), cast(Observation, run.got)
    scenario = cast(Scenario, run.scenario)
    last = len(got["steps"]) - 1
    if last < 0:
        return _part_at(scenario, must, {**got, "steps": [NO_STEP]}, 0)
    is_cut_short = got["trouble"] is not None or len(got["steps"]) < len(must["steps"])
    for index, (right, step) in enumerate(zip(must["steps"], got["steps"], strict=False)):
        if right != step or (index == last and is_cut_short):
            return _part_at(scenario, must, got, index)
    same = must["token_ids"] == got["token_ids"] and len(must["steps"]) == len(got["steps"])
    if got["beside"] or not same:
        return _part_at(scenario, must, got, last)
    return None


def _lengths(scenario: Scenario) -> list[int]:
    return [len(r["prompt"]) for r in scenario["requests"] for _ in range(r["copies"])]


def _part_at(scenario: Scenario, must: Observation, got: Observation, index: int) -> Parting:
    steps = must["steps"][: index + 1]
    names = [name for step in steps for name in step["arrived"]]
    lengths = _lengths(scenario)
    pairs = zip(names, got["prompts"], lengths, strict=False)
    return Parting(
        scenario=scenario,
        steps=steps,
        must=steps[-1],
        got=_readable(got["steps"][index], set(names)),
        before=state_before(steps, lengths),
        seats={name: seat for seat, name in enumerate(names)},
        prompts=lengths,
        beside=got["beside"],
        reset=frozenset(name for name, theirs, right in pairs if theirs != right),
        trouble=got["trouble"] if index == len(got["steps"]) - 1 else None,
    )


def _readable(step: Step, names: set[str]) -> Step:
    """Return a step of the learner's play, less what does not fit together.

    A batch of strangers, or one without its numbers, counts as no answer; a state that does not
    tell of every sequence as none that could be read.
    """
    planned, done = (_whole(step[key], len(names)) for key in ("planned", "done"))
    kind = step["kind"]
    if len(step["batch"]) != len(step["scheduled"]) or not names.issuperset(step["batch"]):
        kind = ""
    return {**step, "kind": kind, "planned": planned, "done": done}


def _whole(state: State | None, count: int) -> State | None:
    if state is None:
        return None
    lengths = {len(state[key]) for key in ("status", "cached", "tables", "tokens")}
    return state if lengths == {count} else None


def state_before(steps: list[Step], lengths: list[int]) -> State:
    """Return the state in which schedule() was called: the last one, and what was added."""
    new = steps[-1]["arrived"]
    nothing = [0] * len(new)
    last = (steps[-2]["done"] if len(steps) > 1 else None) or NO_STATE
    seat = len(last["tokens"])
    return {
        "free": last["free"],
        "waiting": last["waiting"] + new,
        "running": last["running"],
        "status": last["status"] + "W" * len(new),
        "cached": last["cached"] + nothing,
        "tables": last["tables"] + nothing,
        "tokens": last["tokens"] + lengths[seat : seat + len(new)],
        "freed": [],
        "known": last["known"],
        "hashed": [],
    }
