"""Judge the programs of a drill: every right one passes, every wrong one fails by its rule.

Left out: the files around them (`check.py`), the table of the results (`page.py`).
"""

import ast
from dataclasses import dataclass
from statistics import median
from typing import cast

from grader.catalogue import Drill, find
from grader.check import Scenario
from grader.dev.mutants import Right, Wrong
from grader.error import DrillError
from grader.judge import judge
from grader.limits import Limits
from grader.material import SECONDS, material
from grader.plain import Plain
from grader.report import Report
from grader.strength import Rejection

FIRST_SEED = 1
REQUESTS = ("requests", "waiting", "lengths", "start", "later")  # where a scenario holds them
OPERATIONS = ("ops", "calls")


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: `problem` is "" when it is as it must be."""

    what: str
    problem: str
    rejection: Rejection | None = None  # of a wrong program
    broken: tuple[str, ...] = ()  # all rules that it breaks, told or not


def accepted(name: str, programs: list[Right], seeds: range) -> list[Finding]:
    """Judge the right programs of a drill with some seeds; for a process of the pool.

    All programs play a seed before the next one, so that its scenarios are drawn once. The fixed
    ones are played with two seeds only: with a third they would be the same.
    """
    drill = find(name)
    problems = dict.fromkeys((program.name for program in programs), "")
    for seed in seeds:
        for program in programs:
            if not problems[program.name]:
                problems[program.name] = _refusal(drill, program, seed)
    return [Finding(f"right: {name}", problem) for name, problem in problems.items()]


def _refusal(drill: Drill, program: Right, seed: int) -> str:
    """Return why a right program is not accepted with a seed, "" if it is."""
    try:
        report = judge(drill, program.text, seed=seed, fixed=seed - FIRST_SEED < 2)
    except DrillError as error:  # a fault of the drill: nothing put a rule at stake, for one
        return error.problem
    unwritten = [part for part, state in (report.parts or {}).items() if state == "unwritten"]
    is_accepted = report.status == "passed" and not unwritten
    return "" if is_accepted else f"seed {seed:x}: {summary(report)}{unwritten or ''}"


def judged(name: str, mutant: Wrong, seeds: int) -> Finding:
    """Judge one wrong program of a drill with so many seeds; for a process of the pool."""
    try:
        return _rejected(find(name), mutant, seeds)
    except DrillError as error:
        return Finding(f"wrong: {mutant.name}", error.problem)


def _rejected(drill: Drill, mutant: Wrong, seeds: int) -> Finding:
    what = f"wrong: {mutant.name}"
    reports: list[Report] = []
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        report = judge(drill, mutant.text, seed=seed, limits=_limits(seed))
        if _told(report) != mutant.rule:
            return Finding(what, f"seed {seed:x}: {summary(report)}; expected {mutant.rule}")
        reports.append(report)
        if report.needed <= len(material(drill).telling) and _breaks_again(drill, mutant, report):
            break  # nothing random was played: every further seed plays the same scenarios
    return Finding(what, "", _rejection(drill, mutant, reports), _broken(reports[0]))


def _told(report: Report) -> str:
    """Return the rule that is told, or the status where none is."""
    return report.counterexample.rule if report.counterexample else report.status


def _breaks_again(drill: Drill, mutant: Wrong, report: Report) -> bool:
    """Return whether the counterexample breaks its rule with another seed, too, played alone.

    That is asked where the order of a set could be what is judged: of a program whose sets are not
    those of the answer. Where time or cost decided, it is not asked.
    """
    found = report.counterexample
    if found is None or material(drill).seconds(found.scenario) > SECONDS:
        return True
    if _sets(mutant.text) == _sets(drill.reference.read_text(encoding="utf-8")):
        return True
    seed = report.seed + 1
    again = judge(drill, mutant.text, seed=seed, cases=[found.scenario], only_cases=True)
    return _told(again) == mutant.rule


def _sets(text: str) -> int:
    """Return in how many places a program makes sets, or asks for hashes or ids; -1 for no code."""
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except SyntaxError:
        return -1
    named = [node.id for node in nodes if isinstance(node, ast.Name)]
    made = sum(isinstance(node, ast.Set | ast.SetComp) for node in nodes)
    return made + sum(named.count(name) for name in ("set", "frozenset", "hash", "id"))


def _rejection(drill: Drill, mutant: Wrong, reports: list[Report]) -> Rejection:
    found = reports[0].counterexample
    is_small = found and material(drill).seconds(found.scenario) <= SECONDS
    number, unit = size(found.scenario) if found and is_small else (0, "")
    return Rejection(
        name=mutant.name,
        kind=mutant.kind,
        rule=mutant.rule,
        size=number,
        unit=unit,
        median=round(median(report.needed for report in reports)),
        worst=max(report.needed for report in reports),
        seconds=round(max(report.seconds for report in reports), 2),
    )


def _broken(report: Report) -> tuple[str, ...]:
    """Return the rules that a grade saw broken, those that wait for another one included."""
    return tuple(rule.id for rule in report.rules if rule.status in ("failed", "wait"))


def size(scenario: Scenario) -> tuple[int, str]:
    """Return how many requests or operations a scenario holds, and which of the two.

    {"ops": [{"do": "ask"}, {"do": "free"}]} holds (2, "operations").
    """
    for unit, keys in (("operations", OPERATIONS), ("requests", REQUESTS)):
        there = [scenario[key] for key in keys if type(scenario.get(key)) is list]
        if there:
            return sum(len(cast(list[Plain], entries)) for entries in there), unit
    return 1, "requests"


def _limits(seed: int) -> Limits:
    """Return the usual limits; only the first seed's counterexample is made small."""
    return Limits(shrink_tries=Limits.shrink_tries if seed == FIRST_SEED else 0)


def summary(report: Report) -> str:
    """Return a report in a few words: "failed, R3 (also R4, R7)" or "limit: time"."""
    if report.problem:
        return f"{report.status}: {report.problem.kind} {report.problem.says}"
    found = report.counterexample
    if found is None:
        return report.status
    last = found.difference.rows[-1]
    also = ", ".join(other for other in _broken(report) if other != found.rule)
    return f"failed, {found.rule} (also {also}): must {last.must!r}, got {last.got!r}"
