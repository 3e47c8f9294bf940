"""Prove a drill: nothing missing, the reference passes, every wrong program fails by its rule.

Left out: how the findings are printed (`grader/cli/dev.py`).
"""

import ast
import json
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context

from grader.catalogue import Drill, find
from grader.dev.mutants import Right, Wrong, right, wrong
from grader.error import DrillError
from grader.hints import ladder
from grader.judge import judge
from grader.limits import Limits
from grader.material import material
from grader.report import Report

FILES = ("task.md", "drill.toml", "stub.py", "driver.py", "test_examples.py", "hints.md", "talk.md")
OPTIONAL = ("given.py", "families.toml")
HEADINGS = ("## Say it", "## Follow-ups", "## Checklist", "## Real engines")
FIRST_SEED = 1


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: `problem` is "" when it is as it must be."""

    what: str
    problem: str
    rule: str = ""  # the rule that was told, for a wrong program
    scenarios: int = 0
    seconds: float = 0.0


def check(drill: Drill, seeds: int, only: str = "") -> Iterator[Finding]:
    """Yield one finding for each thing proved, in order, programs judged on all cores.

    `only` names one right or wrong program, and then nothing else is looked at.
    """
    if not only:
        yield from _files(drill)
        yield from _texts(drill)
        yield _telling(drill)
        yield _untouched(drill)
    programs: list[Right | Wrong] = [*right(drill), *wrong(drill)]
    chosen = [program for program in programs if only in ("", program.name)]
    if not chosen:
        known = ", ".join(program.name for program in programs)
        raise DrillError(f"{drill.name} has no program {only!r}", hint=f"it has {known}")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        yield from pool.map(_judged, [drill.name] * len(chosen), chosen, [seeds] * len(chosen))


def _judged(name: str, program: Right | Wrong, seeds: int) -> Finding:
    drill = find(name)
    if isinstance(program, Right):
        return _accepted(drill, program, seeds)
    return _rejected(drill, program, seeds)


def _files(drill: Drill) -> Iterator[Finding]:
    there = {path.name for path in drill.folder.iterdir() if path.is_file()}
    missing = [name for name in FILES if name not in there]
    extra = sorted(there - set(FILES) - set(OPTIONAL))
    problem = "".join([f"missing {missing}" * bool(missing), f"extra {extra}" * bool(extra)])
    yield Finding("files", problem)
    yield Finding("stub and reference agree", _disagreement(drill))


def _disagreement(drill: Drill) -> str:
    """Return the first name whose signature or docstring differs between stub and reference."""
    stub = _contract(drill.text("stub.py"))
    answer = _contract(drill.reference.read_text(encoding="utf-8"))
    for name, contract in stub.items():
        if name not in answer:
            return f"the reference has no {name}"
        if answer[name] != contract:
            return f"{name} differs in signature or docstring"
    return ""


def _contract(text: str) -> dict[str, tuple[str, str | None]]:
    found: dict[str, tuple[str, str | None]] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            found[node.name] = (ast.unparse(node.args), ast.get_docstring(node))
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and not item.name.startswith("_"):
                    name = f"{node.name}.{item.name}"
                    found[name] = (ast.unparse(item.args), ast.get_docstring(item))
    return found


def _texts(drill: Drill) -> Iterator[Finding]:
    hints = ladder(drill)
    without = [rule.id for rule in drill.rules if len(hints.get(rule.id, ())) != 3]
    yield Finding("three hints a rule", f"not so for {without}" if without else "")
    lines = {
        line.strip()
        for line in drill.reference.read_text(encoding="utf-8").splitlines()
        if len(line.strip()) > 12
    }
    text = drill.text("hints.md")
    leaked = [line for line in lines if line in text]
    yield Finding("hints hold no line of the reference", f"{leaked[0]!r}" if leaked else "")
    talk = drill.text("talk.md")
    absent = [heading for heading in HEADINGS if heading not in talk]
    yield Finding("talk.md is whole", f"no {absent}" if absent else "")
    task = drill.text("task.md")
    untold = [rule.id for rule in drill.rules if rule.id not in task]
    yield Finding("every rule stands in task.md", f"not {untold}" if untold else "")
    yield Finding("needs name earlier rules or none", _needs(drill))


def _needs(drill: Drill) -> str:
    ids = [rule.id for rule in drill.rules]
    for rule in drill.rules:
        unknown = [need for need in rule.needs if need not in ids]
        if unknown:
            return f"{rule.id} needs {unknown}"
    return ""


def _telling(drill: Drill) -> Finding:
    held = material(drill)
    for name, scenario in held.telling.items():
        if json.loads(json.dumps(scenario)) != scenario:
            return Finding("telling scenarios", f"{name!r} is not plain JSON")
        if not held.is_valid(scenario):
            return Finding("telling scenarios", f"{name!r} is not valid")
    return Finding(f"{len(held.telling)} telling scenarios are valid", "")


def _untouched(drill: Drill) -> Finding:
    report = judge(drill, drill.text("stub.py"), seed=FIRST_SEED)
    problem = "" if report.status == "ungradable" else f"it is {report.status}"
    return Finding("the untouched stub cannot be graded", problem)


def _accepted(drill: Drill, program: Right, seeds: int) -> Finding:
    what = f"right: {program.name}"
    report: Report | None = None
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        report = judge(drill, program.text, seed=seed)
        unwritten = [part for part, state in (report.parts or {}).items() if state == "unwritten"]
        if report.status != "passed" or unwritten:
            return Finding(what, f"seed {seed:x}: {summary(report)}{unwritten or ''}")
    assert report is not None, "at least one seed"
    return Finding(what, "", "", report.scenarios, report.seconds)


def _rejected(drill: Drill, mutant: Wrong, seeds: int) -> Finding:
    what = f"wrong: {mutant.name}"
    told, played, seconds = "", 0, 0.0
    for seed in range(FIRST_SEED, FIRST_SEED + seeds):
        report = judge(drill, mutant.text, seed=seed, limits=_limits(seed))
        told = report.counterexample.rule if report.counterexample else report.status
        if told != mutant.rule:
            return Finding(what, f"seed {seed:x}: {summary(report)}; expected {mutant.rule}")
        played, seconds = max(played, report.scenarios), max(seconds, report.seconds)
        if seed > FIRST_SEED and played <= len(material(drill).telling):
            break  # nothing random was played: every further seed plays the same scenarios
    return Finding(what, "", told, played, seconds)


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
    others = [rule.id for rule in report.rules if rule.status in ("failed", "wait")]
    last = found.difference.rows[-1]
    also = ", ".join(other for other in others if other != found.rule)
    return f"failed, {found.rule} (also {also}): must {last.must!r}, got {last.got!r}"
