"""What a step is decided on: the state before it, with what arrived."""

from dataclasses import dataclass
from typing import cast

from grader.properties.budget.shapes import NAMES, Scenario, State, Step, Whole


@dataclass(frozen=True)
class Line:
    """One request in a state."""

    state: str
    computed: int
    held: int
    outputs: int
    preemptions: int


@dataclass(frozen=True)
class Moment:
    """What a step is decided on: the state before it, arrivals included."""

    s: Scenario
    lines: dict[str, Line]
    waiting: list[str]
    running: list[str]
    free: int

    @property
    def cap(self) -> int:
        """Return the cap that R1 gives this step, 0 for none."""
        return self.s["cap"] if len(self.waiting) + len(self.running) >= 2 else 0

    def rest(self, rid: str) -> int:
        """Return total - computed of a request."""
        line = self.lines[rid]
        return self.s["requests"][NAMES.index(rid)]["prompt"] + line.outputs - line.computed


def lines_of(state: State) -> dict[str, Line]:
    """Return the requests of a state by rid: "A running 6 2 1 0" is running, 6 computed, …"""
    found: dict[str, Line] = {}
    for text in state["requests"]:
        rid, name, *numbers = text.split()
        computed, held, outputs, preemptions = map(int, numbers)
        found[rid] = Line(name, computed, held, outputs, preemptions)
    return found


def moment_of(s: Scenario, steps: list[Step], index: int) -> Moment:
    """Return what the step at `index` is decided on: 0 is the first step."""
    lines: dict[str, Line] = {}
    waiting: list[str] = []
    running: list[str] = []
    free = s["blocks"]
    if index and "updated" in steps[index - 1]:
        state = cast(Whole, steps[index - 1])["updated"]
        lines, waiting = lines_of(state), [*state["waiting"]]
        running, free = state["running"], state["free"]
    for name, request in zip(NAMES, s["requests"], strict=False):
        if request["at"] == index:
            lines[name] = Line("waiting", 0, 0, 0, 0)
            waiting.append(name)
    return Moment(s, lines, waiting, running, free)
