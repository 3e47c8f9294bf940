"""Talks to a learner's file: in a jailed worker, or, for our own files, in this process.

A session answers messages with turns. Whatever ends it early, a loop, a crash, a flood, an answer
of the wrong shape, is an `Ended` with a name. Left out: what a turn means (`engine.py`).
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, cast

from gpu_checks.adapter.reply import is_ending, is_turn
from gpu_checks.adapter.turn import Ending, Opening, Turn
from grader.answer import Answer, Crashed, Hit, Seen, Unfit, Unwritten
from grader.catalogue import find
from grader.check import Scenario
from grader.limits import Limits
from grader.material import code, material, modules
from grader.plain import Plain
from grader.worker import Module, Setup, Worker

HERE = Path(__file__).parent
SHARED = ("turn", "tables")  # modules that both adapters import
DRILLS = ("scheduler", "budget")
OPENING_SECONDS = 10.0  # of running: building all sequences, hashing long prompts
STEP_SECONDS = 2.0  # of running
ODD = "the worker sent an answer of the wrong shape"
RUN_SECONDS = 1800.0  # of CPU time, all steps together


@dataclass(frozen=True)
class Source:
    """A learner's files: the scheduler, and for the drill `scheduler` perhaps a block manager."""

    drill: str  # "scheduler" or "budget"
    scheduler: str
    blocks: str = ""  # "": that of the project


class Ended(Exception):
    """The session is over before the workload is; `kind` is unwritten, time, crash, ..."""

    def __init__(self, kind: str, says: str, line: int = 0) -> None:
        super().__init__(says)
        self.kind, self.says, self.line = kind, says, line


class Session(Protocol):
    """What the engine asks."""

    def open(self, opening: Opening) -> Turn:
        """Start a workload; return the first plan."""
        ...

    def step(self, sampled: list[int]) -> Turn:
        """Hand over what was sampled for the last plan; return what came of it and the next."""
        ...

    def end(self) -> Ending:
        """Return what is left."""
        ...


class Jailed:
    """A session with a file that nobody trusts, in a process of its own."""

    def __init__(self, source: Source, seed: int = 0) -> None:
        self.source = source
        drill = find(source.drill)
        limits = Limits(grade_seconds=RUN_SECONDS)
        setup = Setup(
            drill.name, source.scheduler, _modules(source.drill), drill.signatures, limits, seed
        )
        self.worker = Worker(setup)

    def __enter__(self) -> "Jailed":
        answer = self.worker.load()
        if answer is not None:
            self.close()
            raise _ended(answer)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process; what it printed can still be read."""
        self.worker.close()

    def open(self, opening: Opening) -> Turn:
        """Start a workload; return the first plan."""
        message = {**opening, "blocks": self.source.blocks, "sampled": []}
        return self._turn(self._ask(cast(Scenario, message), OPENING_SECONDS))

    def step(self, sampled: list[int]) -> Turn:
        """Hand over what was sampled for the last plan; return what came of it and the next."""
        return self._turn(self._ask(cast(Scenario, {"sampled": sampled}), STEP_SECONDS))

    def end(self) -> Ending:
        """Return what is left."""
        answer = self._ask({}, OPENING_SECONDS)
        if not is_ending(answer):
            raise Ended("crash", ODD)
        return answer

    def _turn(self, answer: Plain) -> Turn:
        if not is_turn(answer):
            raise Ended("crash", ODD)
        return answer

    def _ask(self, message: Scenario, seconds: float) -> Plain:
        answer = self.worker.ask(message, seconds, None)
        if not isinstance(answer, Seen):
            raise _ended(answer)
        return answer.observation


class Local:
    """A session with a module of ours in this process, for tests and studies: no jail, no pipe."""

    def __init__(self, drill: str, candidate: ModuleType | None = None, blocks: str = "") -> None:
        held = material(find(drill))
        self.candidate = candidate or held.reference
        self.blocks = blocks
        self.driver = adapter(drill)

    def open(self, opening: Opening) -> Turn:
        """Start a workload; return the first plan."""
        message = {**opening, "blocks": self.blocks, "sampled": list[int]()}
        return cast(Turn, self.driver.run(self.candidate, message))

    def step(self, sampled: list[int]) -> Turn:
        """Hand over what was sampled for the last plan; return what came of it and the next."""
        return cast(Turn, self.driver.run(self.candidate, {"sampled": sampled}))

    def end(self) -> Ending:
        """Return what is left."""
        return cast(Ending, self.driver.run(self.candidate, {}))


def adapter(drill: str) -> Any:
    """Return an adapter of its own, with a state of its own, that finds the drill's `given`."""
    material(find(drill))
    return _module(f"{drill} adapter", (HERE / f"{drill}.py").read_text(encoding="utf-8"), drill)


def candidate(drill: str, source: str) -> ModuleType:
    """Return a module made of a file of ours, as a worker would load it."""
    material(find(drill))
    return _module(drill, source, drill)


def _module(name: str, source: str, drill: str) -> ModuleType:
    module = ModuleType(name)
    sys.modules["given"] = sys.modules[f"drills.{drill}.given"]
    try:
        exec(compile(source, "<candidate>", "exec", dont_inherit=True), module.__dict__)
    finally:
        del sys.modules["given"]
    return module


def _modules(drill: str) -> tuple[Module, ...]:
    """Return what a worker loads: the drill's modules, our adapter in place of its driver."""
    *given, driver = modules(find(drill))
    shared = [
        Module(f"gpu_checks.adapter.{name}", code(HERE / f"{name}.py"), "") for name in SHARED
    ]
    own = Module(f"gpu_checks.adapter.{drill}", code(HERE / f"{drill}.py"), driver.given)
    return (*given, *shared, own)


def _ended(answer: Answer) -> Ended:
    if isinstance(answer, Hit):
        return Ended(answer.limit, answer.says)
    if isinstance(answer, Unwritten):
        what = answer.says.removeprefix("write ").strip() or "a function"
        return Ended("unwritten", f"{what} is not written yet", answer.line)
    if isinstance(answer, Unfit):
        expected = f"; expected:  {answer.expected}" if answer.expected else ""
        says = answer.says or f"{answer.name} is missing or takes other arguments"
        return Ended(answer.kind, f"{says}{expected}", answer.line)
    assert isinstance(answer, Crashed), f"an answer of an unknown kind: {answer}"
    return Ended("crash", answer.says, answer.line)
