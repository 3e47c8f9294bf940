"""Prove a drill: nothing missing, the reference passes, every wrong program fails by its rule.

Left out: how the findings are printed (`grader/cli/dev.py`).
"""

import ast
import json
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor

from grader.catalogue import ROOT, Drill
from grader.dev.mutants import Right, Wrong, right, wrong
from grader.dev.programs import FIRST_SEED, Finding, accepted, judged
from grader.error import DrillError
from grader.hints import ladder
from grader.judge import judge
from grader.material import material

FILES = ("task.md", "drill.toml", "stub.py", "driver.py", "test_examples.py", "hints.md", "talk.md")
OPTIONAL = ("given.py", "families.toml")
HEADINGS = ("## Say it", "## Follow-ups", "## Checklist", "## Real engines")
CHUNK = 5  # seeds that a process judges all right programs with, before it is given more
RIGHT = "right"  # as a name: all right programs


def check(
    drill: Drill, processes: ProcessPoolExecutor, seeds: int, right_seeds: int, only: str = ""
) -> Iterator[Finding]:
    """Yield one finding for each thing proved, in order; the programs are judged by `processes`.

    `only` names one right or wrong program, or all right ones, and then nothing else is looked at.
    """
    if not only:
        yield from _files(drill)
        yield from _texts(drill)
        yield _telling(drill)
        yield _untouched(drill)
    good, bad = _programs(drill, only)
    every = range(FIRST_SEED, FIRST_SEED + right_seeds)
    chunks = [every[at : at + CHUNK] for at in range(0, right_seeds, CHUNK)]
    asked = [processes.submit(accepted, drill.name, good, chunk) for chunk in chunks if good]
    judging = processes.map(judged, [drill.name] * len(bad), bad, [seeds] * len(bad))
    yield from _accepted(chunks, asked)
    found: list[Finding] = []
    for finding in judging:
        found.append(finding)
        yield finding
    if not only:
        yield every_rule_is_broken(drill, found)


def _accepted(chunks: list[range], asked: list[Future[list[Finding]]]) -> Iterator[Finding]:
    """Yield a finding a right program, and before them, for many seeds, one a chunk of those."""
    found: dict[str, Finding] = {}
    for chunk, done in zip(chunks, asked, strict=False):
        for finding in done.result():
            if not (finding.what in found and found[finding.what].problem):
                found[finding.what] = finding
        if len(chunks) > 1:
            seeds = f"seeds {chunk[0]} to {chunk[-1]}"
            yield Finding(f"{len(found)} right programs judged with {seeds}", "")
    yield from found.values()


def every_rule_is_broken(drill: Drill, findings: list[Finding]) -> Finding:
    """A check that no wrong program fails could as well not be there."""
    broken = {rule for finding in findings for rule in finding.broken}
    never = [rule.id for rule in drill.rules if rule.id not in broken]
    problem = f"none breaks {', '.join(never)}" if never else ""
    return Finding("every rule is broken by a wrong program", problem)


def _programs(drill: Drill, only: str) -> tuple[list[Right], list[Wrong]]:
    """Return the right and the wrong programs to judge."""
    good, bad = right(drill), wrong(drill)
    if only in ("", RIGHT):
        return good, [] if only else bad
    some = [program for program in good if program.name == only]
    others = [program for program in bad if program.name == only]
    if not some and not others:
        known = ", ".join([*(p.name for p in good), *(p.name for p in bad)])
        raise DrillError(f"{drill.name} has no program {only!r}", hint=f"it has {known}")
    return some, others


def _files(drill: Drill) -> Iterator[Finding]:
    there = {path.name for path in drill.folder.iterdir() if path.is_file()}
    missing = [name for name in FILES if name not in there]
    checks = f"grader/properties/{drill.name}/"
    if not (ROOT / checks).is_dir():  # a digest of the checks reads no module
        missing.append(checks)
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
