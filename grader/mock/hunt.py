"""Bug hunts: a working engine, one planted fault that was public once, and what it looked like."""

import difflib
import json
import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from grader import catalogue
from grader.error import DrillError
from grader.mock.graft import graft

FOLDER = Path(__file__).parent / "hunts"
ANSWER = "answer.toml"
SPARE = 6  # changed lines above those of the known repair that still are a small change

Edits = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Hunt:
    """One hunt. `planted` edits the answer of `drill` into the engine with the fault in it.

    `incident` is the workload that shows it; `shows` is what the engine then prints; `rule` is the
    rule that breaks first, at `step` of the incident; `hides` edits the planted file so that the
    incident looks well and the fault stays. `fault` and `reports` say where it was public.
    """

    name: str
    title: str
    drill: str
    engine: str  # which engine plays the incident
    symptom: str
    shows: str
    rule: str
    step: int
    fault: str
    reports: tuple[str, ...]
    planted: Edits
    hides: Edits
    incident: dict[str, Any]

    @property
    def right(self) -> str:
        """Return the file without the fault."""
        return _plain(catalogue.find(self.drill).reference.read_text(encoding="utf-8"))

    @property
    def wrong(self) -> str:
        """Return the file that is handed out."""
        return edited(self.name, self.right, self.planted)

    @property
    def hidden(self) -> str:
        """Return the file in which only the symptom was mended."""
        return edited(self.name, self.wrong, self.hides)

    @property
    def lines(self) -> int:
        """Return how many lines the known repair changes."""
        return changed(self.wrong, self.right)

    def files(self) -> dict[str, str]:
        """Return the engine: the file to mend, what it works with, and the incident."""
        own = catalogue.find(self.drill)
        texts = {own.file: self.wrong, "given.py": own.text("given.py")}
        if self.engine == "steps":  # scheduler and blocks together, one of them with the fault
            texts = self._steps() | {own.file: self.wrong}
        texts["incident.py"] = (FOLDER / "engines" / f"{self.engine}.py").read_text("utf-8")
        texts["incident.json"] = json.dumps(self.incident, indent=1) + "\n"
        texts[ANSWER] = 'rule = ""  # the rule that the engine breaks first: "R1"\n'
        texts[ANSWER] += "step = 0   # the step of the incident in which it does\n"
        texts[ANSWER] += 'why = ""   # in one sentence; kept for the report, not graded\n'
        return texts

    @staticmethod
    def _steps() -> dict[str, str]:
        scheduler, blocks = catalogue.find("scheduler"), catalogue.find("blocks")
        given = graft(scheduler.text("given.py"), blocks.text("given.py"))
        texts = {one.file: _plain(one.reference.read_text("utf-8")) for one in (scheduler, blocks)}
        return {**texts, "given.py": given}


def names() -> list[str]:
    """Return the names of all hunts."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@lru_cache(maxsize=32)
def load(name: str) -> Hunt:
    """Return the hunt of this name."""
    path = FOLDER / f"{name}.toml"
    if name not in names():
        raise DrillError(f"there is no hunt {name!r}", hint=f"there are: {', '.join(names())}")
    table: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    lists: dict[str, Any] = {
        key: tuple((a, b) for a, b in table.pop(key)) for key in ("planted", "hides")
    }
    reports = tuple(table.pop("reports"))
    return Hunt(name=name, reports=reports, **lists, **table)


def edited(name: str, text: str, edits: Edits) -> str:
    """Return the text with each edit made at the one place where it fits."""
    for find, replace in edits:
        if text.count(find) != 1:
            raise DrillError(f"{name}: {find!r} occurs {text.count(find)} times", code=70)
        text = text.replace(find, replace)
    return text


def changed(before: str, after: str) -> int:
    """Return how many lines a change adds or takes away, whichever are more; blanks do not count.

    One line put in the place of another is a change of 1.
    """
    old, new = (
        [line.rstrip() for line in text.splitlines() if line.strip()] for text in (before, after)
    )
    total = 0
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        total += 0 if tag == "equal" else max(b - a, d - c)
    return total


def answered(hunt: Hunt, text: str) -> dict[str, Any]:
    """Return what the learner answered, and whether rule and step are right."""
    expected = {"rule": hunt.rule, "step": hunt.step}
    try:
        said = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return {
            "right": False,
            "rule": "",
            "step": 0,
            "why": "",
            "unread": str(error),
            **_is(expected),
        }
    rule, step = str(said.get("rule", "")).strip().upper(), said.get("step", 0)
    right = rule == hunt.rule and type(step) is int and step == hunt.step
    number = step if type(step) is int else 0
    why = str(said.get("why", ""))[:2000]
    return {"right": right, "rule": rule[:8], "step": number, "why": why, **_is(expected)}


def _is(expected: dict[str, Any]) -> dict[str, Any]:
    return {"expected": expected}


def _plain(text: str) -> str:
    """Return the text without the comments that point at the hard lines."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("# Subtle:")]
    return "\n".join(lines) + "\n"
