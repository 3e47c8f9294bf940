"""The screens, letter by letter: in colour, without, in ASCII, and on a narrow terminal.

`UPDATE_GOLDEN=1 pytest tests/screens` writes them anew; look at the difference before committing.
"""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = Path(__file__).parent / "golden"

# name of the learner's program -> (drill, edits in the reference)
PROGRAMS: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "passes": ("scheduler", []),
    "keeps_the_sample": ("scheduler", [("seq.num_cached_tokens < seq.num_tokens", "False")]),
    "shortest_total": ("batching", [("max(finish", "min(finish")]),
    "endless": ("batching", [("def simulate_static", "while True: pass\ndef simulate_static")]),
    "syntax": ("batching", [("def simulate_static(", "x = = 1\ndef simulate_static(")]),
}
LOOKS: dict[str, tuple[list[str], dict[str, str]]] = {
    "plain": (["--color", "never"], {}),
    "color": (["--color", "always"], {}),
    "ascii": (["--color", "never"], {"PYTHONIOENCODING": "ascii"}),
    "narrow": (["--color", "never"], {"COLUMNS": "60"}),
}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("program", PROGRAMS)
def test_the_verdict_looks_as_it_did(drill: Drill, program: str, look: str) -> None:
    name, edits = PROGRAMS[program]
    text = (ROOT / "reference" / f"{name}.py").read_text(encoding="utf-8")
    for find, replace in edits:
        assert find in text
        text = text.replace(find, replace, 1)
    Path(f"{name}.py").write_text(text, encoding="utf-8")
    options, environment = LOOKS[look]

    done = drill(*options, "grade", f"{name}.py", "--seed", "5f3a91c2", **environment)

    assert not done.stderr
    same_as_golden(f"{program}.{look}.txt", done.stdout)
    widest = 60 if look == "narrow" else 80
    if look != "color":
        assert max(len(line) for line in done.stdout.splitlines()) <= widest
    if look == "ascii":
        assert done.stdout.isascii()


def test_the_help_and_the_start_look_as_they_did(drill: Drill) -> None:
    same_as_golden("help.txt", drill("--help").stdout)
    same_as_golden("start.txt", drill("start", "scheduler").stdout)
    same_as_golden("stub.txt", drill("grade").stdout)


def same_as_golden(name: str, text: str) -> None:
    """Compare a screen with the one that was recorded, or record it when asked to."""
    path = GOLDEN / name
    # what this machine cannot confine is no part of the screen; tests/jail looks at that paragraph
    weak = r"\n\n[^\n]*jail: (basic|good), not strong.*?(?=\n\n|\n\Z)"
    text = re.sub(weak, "", text, flags=re.DOTALL)
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
