"""How many known wrong programs a drill's rules reject, as `drill dev check --record` measured it.

The record holds a digest of everything the figure depends on; once a file changes, the figure is
not shown until it was measured again.
"""

import hashlib
import json

from grader.catalogue import ROOT, Drill


def strength(drill: Drill) -> tuple[int, int]:
    """Return (known wrong programs, how many are rejected); (0, 0) when that is not known."""
    path = drill.mutants / "strength.json"
    if not path.is_file():
        return 0, 0
    record = json.loads(path.read_text(encoding="utf-8"))
    if record["digest"] != digest(drill):
        return 0, 0
    return record["mutants"], record["killed"]


def record(drill: Drill, mutants: int, killed: int, seeds: int) -> None:
    """Write down what was measured just now, each program with so many seeds."""
    table = {"mutants": mutants, "killed": killed, "seeds": seeds, "digest": digest(drill)}
    path = drill.mutants / "strength.json"
    path.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def digest(drill: Drill) -> str:
    """Return a digest of the drill's reference, driver, checks and programs."""
    checks = ROOT / "grader" / "properties"
    files = [
        drill.reference,
        *(drill.folder / name for name in ("drill.toml", "driver.py", "given.py", "stub.py")),
        checks / f"{drill.name}.py",
        *sorted((checks / drill.name).glob("*.py")),
        *sorted(drill.mutants.glob("*.toml")),
        *sorted(drill.mutants.glob("*/*.py")),
    ]
    whole = hashlib.sha256()
    for file in files:
        if file.is_file():
            whole.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:16]
