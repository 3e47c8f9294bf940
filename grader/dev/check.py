"""Prove a drill: nothing missing, the reference passes, every wrong program fails by its rule.

Left out: how the findings are printed (`grader/cli/dev.py`).
"""

import ast
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from grader.catalogue import Drill
from grader.dev.mutants import Right, Wrong, right, wrong
from grader.dev.programs import FIRST_SEED, Finding, judged
from grader.error import DrillError
from grader.hints import ladder
from grader.judge import judge
from grader.material import material

FILES = ("task.md", "drill.toml", "stub.py", "driver.py", "test_examples.py", "hints.md", "talk.md")
OPTIONAL = ("given.py", "families.toml")
HEADINGS = ("## Say it", "## Follow-ups", "## Checklist", "## Real engines")
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
    programs = _programs(drill, only)
    counts = [right_seeds if isinstance(program, Right) else seeds for program in programs]
    found: list[Finding] = []
    for finding in processes.map(judged, [drill.name] * len(programs), programs, counts):
        found.append(finding)
        yield finding
    if not only:
        yield every_rule_is_broken(drill, found)


def every_rule_is_broken(drill: Drill, findings: list[Finding]) -> Finding:
    """A check that no wrong program fails could as well not be there."""
    broken = {rule for finding in findings for rule in finding.broken}
    never = [rule.id for rule in drill.rules if rule.id not in broken]
    problem = f"none breaks {', '.join(never)}" if never else ""
    return Finding("every rule is broken by a wrong program", problem)


def _programs(drill: Drill, only: str) -> list[Right | Wrong]:
    programs: list[Right | Wrong] = [*right(drill), *wrong(drill)]
    if only == RIGHT:
        return [program for program in programs if isinstance(program, Right)]
    chosen = [program for program in programs if only in ("", program.name)]
    if not chosen:
        known = ", ".join(program.name for program in programs)
        raise DrillError(f"{drill.name} has no program {only!r}", hint=f"it has {known}")
    return chosen


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
