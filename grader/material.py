"""The code of a drill: driver, reference, hidden checks; and the texts that its worker is sent."""

import base64
import gc
import json
import marshal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from grader.catalogue import Drill, find
from grader.check import Check, Scenario
from grader.error import DrillError
from grader.plain import Plain
from grader.shape import fits
from grader.worker import Module

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

SECONDS = 1.0  # that a scenario may take, unless the checks of its drill say otherwise
REMEMBERED = 4_096  # observations of the reference, the oldest forgotten first


@dataclass(frozen=True, eq=False)
class Material:
    """What the judge holds of one drill."""

    drill: Drill
    reference: ModuleType
    play: Callable[[ModuleType, Scenario], Plain]  # the driver's run()
    checks: dict[str, Check]
    telling: dict[str, Scenario]
    random: "SearchStrategy[Scenario]"
    show: Callable[[Scenario], list[str]]
    part: Callable[[Scenario], str]
    seconds: Callable[[Scenario], float]
    scenario: object  # the type that a scenario must have
    observation: object  # the type that an observation must have
    _is_valid: Callable[[Scenario], bool]
    _known: Callable[[Scenario], Plain]  # None: ask the reference
    _seen: dict[str, Plain]
    _drawn: dict[int, list[Scenario]]  # of the seed that was drawn last

    def must(self, scenario: Scenario) -> Plain:
        """Return what the reference does in this scenario; remembered for the next grade."""
        key = json.dumps(scenario)
        if key not in self._seen:
            known = self._known(scenario)
            if len(self._seen) >= REMEMBERED:
                del self._seen[next(iter(self._seen))]
            self._seen[key] = self.play(self.reference, scenario) if known is None else known
        return self._seen[key]

    def draw(self, seed: int, count: int, use: Callable[[Scenario], bool]) -> None:
        """Hand `count` or more random scenarios of a seed to `use`, until it answers False.

        Those of the seed drawn last come from memory, so that a file graded again and again with
        one seed is not kept waiting; `use` may be handed a scenario twice.
        """
        from grader.scenario import play  # hypothesis: a tenth of a second to import

        if seed not in self._drawn:
            self._drawn.clear()
        known = self._drawn.setdefault(seed, [])
        if not all(map(use, known)):
            return
        known.clear()

        def keep(scenario: Scenario) -> bool:
            known.append(scenario)
            return use(scenario)

        play(self.random, seed, count, keep)

    def is_valid(self, scenario: Scenario) -> bool:
        """Return whether the contract allows this scenario."""
        return fits(scenario, self.scenario) and self._is_valid(scenario)


@lru_cache(maxsize=16)
def material(drill: Drill) -> Material:
    """Return the code of a drill, loaded once."""
    reference = _answer(drill)
    for name in drill.uses:
        _answer(find(name))  # finds its own `given`, so it is loaded before the driver asks for it
    with _Given(drill):
        driver = import_module(f"drills.{drill.name}.driver")
    properties = import_module(f"grader.properties.{drill.name}")
    if list(properties.RULES) != [rule.id for rule in drill.rules]:
        raise DrillError(f"{drill.name}: the rules of drill.toml and the checks differ", code=70)
    # Everything imported so far stays: looking through it again and again for garbage would take
    # a third of a grade.
    gc.freeze()
    return Material(
        drill=drill,
        reference=reference,
        play=driver.run,
        checks=properties.RULES,
        telling=properties.TELLING,
        random=properties.SCENARIOS,
        show=properties.show,
        part=getattr(properties, "part", _main_part),
        seconds=getattr(properties, "seconds", _usual_seconds),
        observation=properties.Observation,
        scenario=properties.Scenario,
        _is_valid=properties.is_valid,
        _known=getattr(properties, "known", _not_known),
        _seen={},
        _drawn={},
    )


@lru_cache(maxsize=16)
def modules(drill: Drill, lenders: tuple[str, ...] = ()) -> tuple[Module, ...]:
    """Return the modules that a worker for this drill loads before the candidate.

    A file that answers several drills may import from `given` what any of the `lenders` hands out;
    of equal names that of the first lender is meant, by the driver too.
    """
    found: list[Module] = []
    for name in drill.uses:
        used = find(name)
        given = _add_given(used, found)
        found.append(Module(f"reference.{name}", code(used.reference), given))
    given = _add_given(drill, found)
    if given and lenders:
        _add_lenders(given, lenders, found)
    driver = code(drill.folder / "driver.py")
    return (*found, Module(f"drills.{drill.name}.driver", driver, given))


def code(path: Path) -> str:
    """Return the code of one of our files as a worker is sent it, from Python's own cache."""
    compiled = SourceFileLoader(path.stem, str(path)).get_code(path.stem)
    return base64.b64encode(marshal.dumps(compiled)).decode("ascii")


def _answer(drill: Drill) -> ModuleType:
    with _Given(drill):
        return import_module(f"reference.{drill.name}")


def _add_given(drill: Drill, found: list[Module]) -> str:
    """Add a drill's given.py to the modules, if it has one; return its name."""
    path = drill.folder / "given.py"
    if not path.is_file():
        return ""
    name = f"drills.{drill.name}.given"
    found.append(Module(name, code(path), ""))
    return name


def _add_lenders(given: str, lenders: tuple[str, ...], found: list[Module]) -> None:
    """Add the given.py of other drills, and a module that puts their names into `given`."""
    known = {module.name for module in found}
    order: list[str] = []
    for name in reversed(lenders):  # the first lender comes last, so that its names stay
        lender = f"drills.{name}.given"
        if lender in known or _add_given(find(name), found):
            order.append(lender)
    text = (
        f"import sys\nown = sys.modules[{given!r}].__dict__\n"
        f"for names in [dict(vars(sys.modules[name])) for name in {order!r}]:\n"
        "    own.update({key: names[key] for key in names if key[:2] != '__'})\n"
    )
    joined = marshal.dumps(compile(text, "joined", "exec"))
    found.append(Module("joined", base64.b64encode(joined).decode("ascii"), ""))


class _Given:
    """Let `from given import …` find the drill's own given.py while its modules are imported."""

    def __init__(self, drill: Drill) -> None:
        self.name = f"drills.{drill.name}.given" if drill.text("given.py") else ""

    def __enter__(self) -> None:
        if self.name:
            sys.modules["given"] = import_module(self.name)

    def __exit__(self, *_: object) -> None:
        sys.modules.pop("given", None)


def _usual_seconds(_: Scenario) -> float:
    return SECONDS


def _not_known(_: Scenario) -> None:
    return None


def _main_part(_: Scenario) -> str:
    return ""
