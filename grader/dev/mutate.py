"""`python -m grader.dev.mutate NAME`: judge every first-order mutant of a drill's reference.

Each is killed, or listed in grader/mutants/NAME/equivalent.toml with the reason why nobody can tell
it from the reference; an unlisted one that lives, or a listed one that dies, fails the run. One
that lives in a line which the stub hands over is counted apart.
Stopped at any moment, the next run goes on where this one was, as long as nothing changed.
"""

import argparse
import hashlib
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

from grader import catalogue, history, strength
from grader.catalogue import Drill
from grader.dev import page
from grader.dev.equivalent import equivalent
from grader.dev.mutation import Mutation, lines, mutations
from grader.dev.pool import pool
from grader.error import DrillError
from grader.judge import judge
from grader.limits import Limits

SEED = 1


@dataclass(frozen=True)
class Fate:
    """What became of a mutant: the rule or limit that killed it, "" if it lives."""

    killer: str
    scenarios: int


def main(arguments: list[str]) -> int:
    """Judge the mutants of some drills, all without a name; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m grader.dev.mutate", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=2, help="processes, 2 unless said")
    options = parser.parse_args(arguments)
    problems: list[str] = []
    try:
        with pool(options.jobs) as processes:
            for name in options.names or catalogue.names():
                problems += _mutate(catalogue.find(name), processes)
        page.write()
    except DrillError as error:
        _tell(f"mutate: {error.problem}\n        {error.hint}")
        return error.code
    except KeyboardInterrupt:
        _tell("mutate: interrupted; the next run goes on from here")
        return 130
    sys.stdout.write(("\n".join(problems) or "every mutant is killed or listed") + "\n")
    return 1 if problems else 0


def _mutate(drill: Drill, processes: ProcessPoolExecutor) -> list[str]:
    """Judge all mutants of one drill, record what became of them; return what is not in order."""
    found = mutations(drill.reference.read_text(encoding="utf-8"))
    fates = _fates(drill, found, processes)
    lives = {mutant.key for mutant in found if not fates[mutant.key].killer}
    handed = lines(drill.text("stub.py"))
    in_given = {key for key in lives if (key[0].split("#")[0], key[1]) in handed}
    lives -= in_given
    listed = equivalent(drill)
    problems = [f"{drill.name}: lives, unlisted: {_said(key)}" for key in sorted(lives - {*listed})]
    for key in sorted({*listed} - lives):
        fate = fates.get(key)
        how = f"dies by {fate.killer}" if fate else "is no mutant any more"
        problems.append(f"{drill.name}: listed, but {how}: {_said(key)}")
    if not problems:
        killed = len(found) - len(lives) - len(in_given)
        strength.record_mutants(drill, killed, len(in_given), len(lives))
    return problems


def _fates(
    drill: Drill, found: list[Mutation], processes: ProcessPoolExecutor
) -> dict[tuple[str, str, str], Fate]:
    path = history.home() / "mutation" / f"{drill.name}-{strength.judging(drill)}.jsonl"
    known = _known(path)
    todo = [mutant for mutant in found if _name(mutant) not in known]
    began = time.monotonic()
    asked = {processes.submit(_fate, drill.name, mutant.text): mutant for mutant in todo}
    with path.open("a", encoding="utf-8") as file:
        for number, done in enumerate(as_completed(asked), 1):
            known[_name(asked[done])] = done.result()
            file.write(json.dumps([_name(asked[done]), asdict(done.result())]) + "\n")
            file.flush()
            if number % 20 == 0 or number == len(todo):
                seconds = time.monotonic() - began
                judged = len(found) - len(todo) + number
                _tell(f"  {drill.name}  {judged} of {len(found)} mutants judged, {seconds:.0f} s")
    return {mutant.key: known[_name(mutant)] for mutant in found}


def _known(path: Path) -> dict[str, Fate]:
    """Return the fates that earlier runs wrote down; a line cut off in the middle is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    whole = [line for line in lines if line.endswith("\n")]
    path.write_text("".join(whole), encoding="utf-8")
    return {name: Fate(**fate) for name, fate in map(json.loads, whole)}


def _fate(name: str, text: str) -> Fate:
    report = judge(catalogue.find(name), text, seed=SEED, limits=Limits(shrink_tries=0))
    unwritten = [part for part, state in (report.parts or {}).items() if state == "unwritten"]
    killer = report.status if report.status != "passed" else "unwritten" * bool(unwritten)
    if report.counterexample:
        killer = report.counterexample.rule
    elif report.problem:
        killer = f"{report.status}: {report.problem.kind}"
    return Fate(killer, report.scenarios)


def _name(mutant: Mutation) -> str:
    return hashlib.sha256(mutant.text.encode()).hexdigest()[:16]


def _said(key: tuple[str, str, str]) -> str:
    return f"{key[0]}\n    - {key[1]}\n    + {key[2]}"


def _tell(line: str) -> None:
    sys.stderr.write(line + "\n")


if __name__ == "__main__":
    os.nice(5)
    sys.exit(main(sys.argv[1:]))
