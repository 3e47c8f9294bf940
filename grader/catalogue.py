"""The catalogue: which drills there are, and what drill.toml says of each.

Reads plain files and imports nothing heavy, so that `drill list` is quick.
Left out: the code of a drill (`bench.py`).
"""

import ast
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property, lru_cache
from pathlib import Path

from grader.error import DrillError

FAMILIES = ("queues", "blocks", "budget", "recency", "locks", "finish", "other")
ROOT = Path(__file__).resolve().parent.parent  # holds drills/, reference/ and grader/


@dataclass(frozen=True)
class Rule:
    """One rule of a drill: `says` is its sentence, `means` what breaking it means."""

    id: str
    says: str
    means: str
    needs: tuple[str, ...]  # rules that must hold before this one can be told
    part: str  # "" for the main part
    family: str  # what it is about, of FAMILIES; "other" when families.toml says nothing


@dataclass(frozen=True)
class Signature:
    """One name that a learner's file must offer, read from the stub.

    `least` to `most` positional arguments (self counts) and the `keywords` must be accepted.
    """

    name: str  # "simulate_static" or "Scheduler.schedule"
    least: int
    most: int
    keywords: tuple[str, ...]
    line: str  # "def schedule(self) -> ...", to show what is expected


@dataclass(frozen=True, eq=False)
class Drill:
    """One drill as its drill.toml describes it; read once, so that identity is equality."""

    name: str
    title: str
    minutes: int
    level: int
    rounds: tuple[str, ...]
    uses: tuple[str, ...]  # drills whose answer the driver builds on
    parts: dict[str, str]  # parts that may stay unwritten: name -> title
    rules: tuple[Rule, ...]

    @property
    def folder(self) -> Path:
        """Return the folder that holds what a learner may see."""
        return ROOT / "drills" / self.name

    @property
    def file(self) -> str:
        """Return the name of the learner's file: "scheduler.py"."""
        return f"{self.name}.py"

    @property
    def reference(self) -> Path:
        """Return the path of the answer."""
        return ROOT / "reference" / f"{self.name}.py"

    @property
    def mutants(self) -> Path:
        """Return the folder of programs that must fail and programs that must pass."""
        return ROOT / "grader" / "mutants" / self.name

    def text(self, file: str) -> str:
        """Return the text of one of the drill's own files, "" when it has none."""
        path = self.folder / file
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    def rule(self, rule_id: str) -> Rule:
        """Return the rule with this id, whatever its case."""
        for rule in self.rules:
            if rule.id == rule_id.upper():
                return rule
        last = max(int(rule.id[1:]) for rule in self.rules)  # they are not told in that order
        known = f"its rules are R1 to R{last}"
        raise DrillError(f"{self.name} has no rule {rule_id!r}", hint=known)

    @cached_property
    def signatures(self) -> tuple[Signature, ...]:
        """Return what the stub offers and a learner's file must offer too, in its order."""
        return tuple(_signatures(ast.parse(self.text("stub.py"))))


def names() -> list[str]:
    """Return the names of all drills, in the order in which a learner would meet them."""
    drills = [_read(path.parent.name) for path in (ROOT / "drills").glob("*/drill.toml")]
    return [drill.name for drill in sorted(drills, key=lambda drill: (drill.level, drill.minutes))]


def find(name: str) -> Drill:
    """Return the drill of this name; a DrillError suggests the nearest one."""
    wanted = name.strip().lower().removesuffix(".py")
    if wanted.isidentifier() and (ROOT / "drills" / wanted / "drill.toml").is_file():
        return _read(wanted)
    known = names()
    near = get_close_matches(wanted, known, n=1)
    meant = f"did you mean {near[0]!r}?  " if near else ""
    raise DrillError(
        f"no drill is called {name!r}", hint=f"{meant}`drill list` shows all {len(known)}"
    )


@lru_cache(maxsize=64)
def _read(name: str) -> Drill:
    path = ROOT / "drills" / name / "drill.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    parts = table.get("part", [])
    part_of = {rule: part["name"] for part in parts for rule in part["rules"]}
    family_of = _families(path.parent / "families.toml")
    rules = tuple(
        Rule(
            id=rule["id"],
            says=rule["says"],
            means=rule["means"],
            needs=tuple(rule.get("needs", ())),
            part=part_of.get(rule["id"], ""),
            family=family_of.get(rule["id"], "other"),
        )
        for rule in table["rule"]
    )
    return Drill(
        name=name,
        title=table["title"],
        minutes=table["minutes"],
        level=table["level"],
        rounds=tuple(table.get("rounds", ())),
        uses=tuple(table.get("uses", ())),
        parts={part["name"]: part["title"] for part in parts},
        rules=rules,
    )


def _families(path: Path) -> dict[str, str]:
    """Return the family of each rule that the file names, by rule id."""
    if not path.is_file():
        return {}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return {rule: family for family, ids in table.items() for rule in ids}


def _signatures(tree: ast.Module) -> list[Signature]:
    found: list[Signature] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            found.append(_signature("", node))
        elif isinstance(node, ast.ClassDef):
            methods = [item for item in node.body if isinstance(item, ast.FunctionDef)]
            public = [m for m in methods if not m.name.startswith("_") or m.name == "__init__"]
            found += [_signature(f"{node.name}.", method) for method in public]
    return found


def _signature(prefix: str, node: ast.FunctionDef) -> Signature:
    arguments = node.args
    positional = len(arguments.posonlyargs) + len(arguments.args)
    head = ast.unparse(node).split(":\n")[0].splitlines()
    return Signature(
        name=prefix + node.name,
        least=positional - len(arguments.defaults),
        most=positional,
        keywords=tuple(argument.arg for argument in arguments.kwonlyargs),
        line=next(line for line in head if line.startswith("def ")),
    )
