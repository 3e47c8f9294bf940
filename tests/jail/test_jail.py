"""All layers together: the level, what honest code may still do, what a missing layer does."""

import json
import subprocess
import sys
from typing import Any

import pytest

from grader.jail import Layer, level
from tests.jail.conftest import ROOT, Jailed

NAMES = [
    "session",
    "descriptors",
    "environment",
    "no new privileges",
    "landlock",
    "user",
    "limits",
    "parent",
    "not dumpable",
    "seccomp",
]
# Windows onto other programs' libraries, which the jail does not let in; no solution needs them.
OTHER_LIBRARIES = {"crypt", "curses", "nis", "readline", "sqlite3", "tkinter", "turtle"}


def without(*missing: str) -> list[Layer]:
    """Return all layers, these missing."""
    return [Layer(name, name not in missing, "") for name in NAMES]


@pytest.mark.parametrize(
    ("missing", "expected"),
    [
        ((), "strong"),
        (("landlock",), "good"),
        (("seccomp",), "good"),
        (("landlock", "seccomp"), "basic"),
        (("user",), "good"),
        (("user", "landlock"), "good"),
        (("session",), "basic"),
        (("limits",), "basic"),
        (("limits", "seccomp"), "basic"),
    ],
)
def test_the_level_follows_from_what_is_missing(missing: tuple[str, ...], expected: str) -> None:
    """For "good", limits and a process of its own must stand, and Landlock or seccomp."""
    assert level(without(*missing)) == expected


def test_no_layers_at_all_are_basic() -> None:
    """A worker that reports nothing is not believed."""
    assert level([]) == "basic"


def test_every_layer_is_reported_once_and_in_order(jailed: Jailed) -> None:
    """What stands is said by name, also what is missing, with a reason."""
    ended = jailed("import json; print(json.dumps(layers))")
    layers: list[Any] = json.loads(ended.said)

    assert [name for name, _, _ in layers] == NAMES
    assert [why for _, on, why in layers if not on and not why] == []


@pytest.mark.skipif(sys.platform != "linux", reason="Linux only")
def test_on_linux_all_but_the_kernels_own_layers_must_stand(standing: dict[str, bool]) -> None:
    """Landlock and seccomp depend on the kernel; the rest has no excuse."""
    assert {name for name, on in standing.items() if not on} <= {"landlock", "seccomp"}


def test_the_pure_modules_of_the_standard_library_import(jailed: Jailed) -> None:
    """What a solution may want to import is there, though nothing of it was loaded before."""
    code = """
import importlib
broken = []
for name in sorted(sys.stdlib_module_names):
    if name in ("antigravity", "this", "idlelib", "__main__") or name.startswith("_"):
        continue
    try:
        importlib.import_module(name)
    except BaseException as error:
        broken.append(f"{name}: {type(error).__name__}: {error}")
print(*broken, sep="\\n")
"""
    jail = jailed(code).said.splitlines()
    free = jailed(code, "").said.splitlines()

    broken = {line.partition(":")[0] for line in jail if line not in free}
    assert {name for name in broken if " " not in name} <= OTHER_LIBRARIES


def test_ordinary_work_goes_on(jailed: Jailed) -> None:
    """The modules that solutions use do what they do."""
    code = """
import bisect, collections, dataclasses, fractions, functools, heapq, itertools, math, random, re
import hashlib, statistics, typing, enum, copy, contextlib, decimal
@dataclasses.dataclass(order=True)
class Item:
    size: int
heap = [Item(3), Item(1)]
heapq.heapify(heap)
assert heapq.heappop(heap).size == 1
assert fractions.Fraction(1, 3) + fractions.Fraction(1, 6) == fractions.Fraction(1, 2)
assert random.Random(1).random() == random.Random(1).random()
assert re.fullmatch(r"(a+)b", "aab").group(1) == "aa"
assert hashlib.sha256(b"x").hexdigest().startswith("2d711642")
assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3")
assert functools.lru_cache(math.isqrt)(17) == 4
print("fine")
"""
    assert jailed(code).said == "fine\n"


def test_memory_is_left_for_an_ordinary_solution(jailed: Jailed) -> None:
    """A quarter of the 512 MiB of this test can be used."""
    assert jailed("x = bytearray(1 << 27); print('fine')").said == "fine\n"


@pytest.mark.parametrize("name", ["darwin", "win32"])
def test_it_imports_and_answers_on_other_systems(name: str) -> None:
    """Nothing crashes where there is no Landlock, no seccomp and no prctl; the reasons are said."""
    code = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
sys.platform = {name!r}
import os
if {name!r} == "win32":
    for gone in ("setsid", "getsid", "geteuid", "getuid", "uname", "getppid"):
        delattr(os, gone)
    sys.modules["resource"] = None
from grader.jail import Limits, enter, level
layers = enter(Limits(1 << 29, 5, 32, 16), keep=frozenset((0, 1, 2)))
print(level(layers))
print(*(f"{{x.name}}: {{x.why}}" for x in layers if not x.on), sep="\\n")
"""
    done = subprocess.run(
        [sys.executable, "-P", "-s", "-S", "-c", code],
        capture_output=True,
        text=True,
        start_new_session=True,
        check=False,
    )

    assert done.stderr == ""
    assert done.stdout.startswith("basic\n")
    assert f"landlock: only Linux has it; this is {name}" in done.stdout
    assert "Error" not in done.stdout
