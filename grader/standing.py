"""Where a learner stands: how each drill went so far, and which rules break most."""

from dataclasses import dataclass

from grader import catalogue, history
from grader.catalogue import FAMILIES, Drill, Rule
from grader.history import Attempt
from grader.sitting import sittings


@dataclass(frozen=True)
class Standing:
    """One drill: `best` is the shortest time to a pass that counts, in seconds, or None."""

    drill: Drill
    state: str  # "new", "started", "passed"
    attempts: int
    passes: int
    best: float | None


@dataclass(frozen=True)
class Weakness:
    """One rule: broken in how many of the attempts that could tell."""

    drill: Drill
    rule: Rule
    broken: int
    told: int


@dataclass(frozen=True)
class Family:
    """What rules of many drills are about: the counts of all of them, and the weakest one."""

    name: str
    broken: int
    told: int
    weakest: Weakness


def standing(drill: Drill) -> Standing:
    """Return where a learner stands with one drill."""
    attempts = history.of(drill.name)
    passes = [one for one in attempts if one.is_pass]
    counted = [one.passed.since_start for one in sittings(drill.name)]
    times = [time for time in counted if time is not None]
    started = bool(attempts) or bool(history.details(drill.name, "start"))
    state = "passed" if passes else "started" if started else "new"
    return Standing(
        drill,
        state,
        len(attempts),
        len(passes),
        min(times, default=None),
    )


def weaknesses() -> list[Weakness]:
    """Return every rule that was ever broken, the one broken most often first."""
    found = [
        weakness
        for name in catalogue.names()
        for weakness in _rules(catalogue.find(name), history.of(name))
        if weakness.broken
    ]
    return sorted(found, key=lambda one: (-one.broken / one.told, -one.broken))


def families() -> list[Family]:
    """Return the families of which a rule was ever broken, the weakest first."""
    weak = weaknesses()
    told: dict[str, int] = dict.fromkeys(FAMILIES, 0)
    for name in catalogue.names():
        for one in _rules(catalogue.find(name), history.of(name)):
            told[one.rule.family] += one.told
    found: list[Family] = []
    for name in FAMILIES:
        own = [one for one in weak if one.rule.family == name]
        if own:
            found.append(Family(name, sum(one.broken for one in own), told[name], own[0]))
    return sorted(found, key=lambda one: (-one.broken / one.told, -one.broken))


def _rules(drill: Drill, attempts: list[Attempt]) -> list[Weakness]:
    broken = dict.fromkeys((rule.id for rule in drill.rules), 0)
    told = dict(broken)
    for attempt in attempts:
        for rule in attempt.report["rules"]:
            if rule["status"] in ("ok", "failed") and rule["id"] in told:
                told[rule["id"]] += 1
                broken[rule["id"]] += rule["status"] == "failed"
    return [Weakness(drill, rule, broken[rule.id], told[rule.id]) for rule in drill.rules]
