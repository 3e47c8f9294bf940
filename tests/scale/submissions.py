"""Submissions of a class: right, wrong, hanging, attacking, broken, empty, binary, too large."""

from collections.abc import Iterator
from pathlib import Path

from grader.catalogue import find, names
from grader.dev.mutants import right, wrong
from tests.attacks.arena import attacks

ROOT = Path(__file__).resolve().parents[2]
DRILL = "batching"
REFERENCE = (ROOT / "reference" / "batching.py").read_text(encoding="utf-8")
BROKEN = {
    "empty": b"",
    "binary": bytes(range(256)) * 40,
    "latin": "x = 'ü'\n".encode("latin-1"),
    "null": b"x = 1\0\n",
    "syntax": b"def f(:\n",
    "comments": REFERENCE.encode() + b"# a comment\n" * 450_000,  # 5 MB
    "hangs": REFERENCE.encode() + b"\nwhile True:\n    pass\n",
    "hangs_in_a_call": REFERENCE.encode()
    + b"\ndef simulate_static(out_lens, batch_size):\n    while True:\n        pass\n",
    "copied": REFERENCE.encode(),
}


def small(folder: Path) -> Path:
    """Write some two dozen submissions for one drill; return their folder."""
    return _write(folder, {**BROKEN, **_programs(DRILL, 4), **_attacks(8)})


def large(folder: Path, count: int) -> Path:
    """Write `count` submissions for all drills, each in a folder named after its drill."""
    files: dict[str, bytes] = {}
    for name in names():
        files |= {f"{name}/{file}": text for file, text in _programs(name, 10_000).items()}
    files |= {f"{DRILL}/{name}": text for name, text in {**BROKEN, **_attacks(10_000)}.items()}
    by_name = sorted(files)
    chosen = [by_name[index * len(by_name) // count] for index in range(count)]
    return _write(folder, {name: files[name] for name in chosen})


def _programs(name: str, most: int) -> dict[str, bytes]:
    drill = find(name)
    programs = {f"right_{item.name}": item.text for item in right(drill)[:most]}
    programs |= {f"wrong_{item.name}": item.text for item in wrong(drill)[:most]}
    return {name: text.encode() for name, text in programs.items()}


def _attacks(most: int) -> dict[str, bytes]:
    """Return attacks as they are graded, the first of each kind before the second of any."""
    kinds: dict[str, list[tuple[str, bytes]]] = {}
    bases = {"right": REFERENCE, "wrong": (ROOT / "tests/attacks/wrong.py").read_text("utf-8")}
    for attack in attacks():
        text = f"{bases.get(attack.base, '')}\n\n{attack.code}"
        kind, name = attack.name.split("/")
        kinds.setdefault(kind, []).append((f"attack_{kind}_{name}", text.encode()))
    return dict(list(_in_turn(list(kinds.values())))[:most])


def _in_turn(lists: list[list[tuple[str, bytes]]]) -> Iterator[tuple[str, bytes]]:
    for index in range(max(map(len, lists))):
        yield from (one[index] for one in lists if index < len(one))


def _write(folder: Path, files: dict[str, bytes]) -> Path:
    for name, content in files.items():
        path = folder / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return folder
