"""A worker: one jailed process that holds one candidate and plays scenarios on it.

Scenarios may be submitted ahead; answers come back in order. Whatever goes wrong, hang, crash,
flood, forged frame, is an answer with a name, and then the worker is dead.
Left out: the pipes (`channel.py`), what the answers mean (`judge.py`), what confines (`jail/`).
"""

import os
from collections import deque
from dataclasses import asdict, dataclass
from typing import Any

from grader import bubble, wire
from grader.answer import Answer, Crashed, Hit, Seen, of_import, of_scenario
from grader.catalogue import Signature
from grader.channel import Channel
from grader.check import Scenario
from grader.clean import clean
from grader.error import DrillError
from grader.jail import Layer, is_enough, level, missing
from grader.limits import Limits
from grader.plain import Plain


@dataclass(frozen=True)
class Module:
    """A module of ours that the worker loads, and which module it finds as `given`."""

    name: str
    code: str  # marshalled and in base64: compiling it again would cost each start 10 ms
    given: str


@dataclass(frozen=True)
class Setup:
    """All that a worker is told before the first scenario."""

    name: str  # the candidate's module name: "scheduler"
    source: str
    modules: tuple[Module, ...]  # the last is the driver
    needs: tuple[Signature, ...]
    limits: Limits
    seed: int
    isolation: str = "basic"  # the level below which nothing of the learner's is run


class Worker:
    """Plays scenarios on one candidate; `layers` says what confines it once it is loaded."""

    def __init__(self, setup: Setup) -> None:
        self.layers: tuple[Layer, ...] = ()
        self._isolation = setup.isolation
        self._asked: deque[tuple[str, float]] = deque()  # id and seconds, the oldest first
        self._channel = Channel(setup.seed, setup.limits.import_seconds, setup.limits.output_bytes)
        self._channel.send(_message(setup))

    def __enter__(self) -> "Worker":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_dead(self) -> bool:
        """Return whether the process is of no more use."""
        return self._channel.ended is not None

    @property
    def waited(self) -> float:
        """Return how long the process was ready and had no core, in seconds."""
        return self._channel.waited

    @property
    def output(self) -> tuple[str, bool]:
        """Return what the candidate printed, cleaned, and whether some of it was cut."""
        printed = self._channel.output.decode("utf-8", "replace")
        return clean(printed), self._channel.output_cut

    def load(self) -> Answer | None:
        """Wait until the candidate is imported; return what is wrong with it, or None.

        Raises a DrillError with exit code 6 when the jail is weaker than the setup asks.
        """
        jail = self._receive()
        if jail is not None:
            self.layers = _layers(jail.get("jail"))
            if not is_enough(self.layers, self._isolation):
                raise _too_weak(self.layers, self._isolation)
            loaded = self._receive()
            if loaded is not None:
                self._channel.ended = of_import(loaded)
        return self._channel.ended

    def submit(self, scenario: Scenario, seconds: float) -> None:
        """Queue a scenario that may take `seconds`, and send as much as the pipe takes."""
        if not self._asked:
            self._channel.start(seconds)
        self._asked.append((os.urandom(8).hex(), seconds))
        self._channel.send({"id": self._asked[-1][0], "scenario": scenario})

    def answer(self, must: Plain) -> Answer:
        """Wait for the answer to the oldest scenario; a dead worker says again why it died.

        `must` is what the reference answers: a reply that is the same to the letter need not be
        decoded, which is most of the judge's work on a right file.
        """
        if not self._asked:
            self._channel.ended = self._channel.ended or Crashed("nothing was asked")
            return self._channel.ended
        wanted, _ = self._asked[0]
        body = self._channel.receive()
        if body is None:
            return self._channel.ended or Crashed("the worker ended")
        self._asked.popleft()
        if self._asked:
            self._channel.start(self._asked[0][1])
        if body == wire.body({"seen": must, "id": wanted}):
            return Seen(must)
        frame = self._decode(body)
        if frame is not None and frame.get("id") != wanted:
            self._channel.ended = _unasked(frame)
        if frame is None or self._channel.ended:
            return self._channel.ended or Crashed("the worker ended")
        answer = of_scenario(frame)
        if isinstance(answer, Hit):
            self._channel.ended = answer
        return answer

    def ask(self, scenario: Scenario, seconds: float, must: Plain) -> Answer:
        """Submit one scenario and wait for its answer."""
        self.submit(scenario, seconds)
        return self.answer(must)

    def _receive(self) -> dict[str, Plain] | None:
        body = self._channel.receive()
        return None if body is None else self._decode(body)

    def _decode(self, body: bytes) -> dict[str, Plain] | None:
        try:
            return wire.unpack(body)
        except wire.WireFault as fault:
            self._channel.ended = Crashed(f"the worker sent {fault}")
            return None

    def close(self) -> None:
        """End the process and all that it started."""
        self._channel.close()


def _message(setup: Setup) -> dict[str, Plain]:
    limits = setup.limits
    return {
        "name": setup.name,
        "source": setup.source,
        "modules": [asdict(module) for module in setup.modules],
        "isolation": setup.isolation,
        "outer": [layer._asdict() for layer in bubble.layers()],
        "needs": [{**asdict(need), "keywords": list(need.keywords)} for need in setup.needs],
        "limits": {
            "memory_bytes": limits.memory_bytes,
            "cpu_seconds": int(limits.grade_seconds) + 1,
            "open_files": limits.open_files,
            "processes": limits.processes,
        },
    }


def _unasked(frame: dict[str, Plain]) -> Crashed:
    if frame == {"tampered": True}:
        return Crashed("your code changed the judge's own code, which runs beside it")
    return Crashed("the worker sent a reply that nobody asked for")


def _layers(said: Any) -> tuple[Layer, ...]:
    """Return the layers that a worker reports; it does so before any code of the learner's runs."""
    return tuple(Layer(layer["name"], layer["on"], layer["why"]) for layer in said)


def _too_weak(layers: tuple[Layer, ...], wanted: str) -> DrillError:
    return DrillError(
        f"the jail is {level(layers)} here, not {wanted}, so nothing was run",
        hint="\n       ".join([*missing(layers), "drill doctor  shows every layer"]),
        code=6,
    )
