"""Programs that try it on, by accident or not: none passes, none hangs, each is named."""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

Drill = Callable[..., "subprocess.CompletedProcess[str]"]

HEAD = """
def simulate_static(out_lens, batch_size):
    {body}

def simulate_continuous(out_lens, batch_size):
    return simulate_static(out_lens, batch_size)

def utilization(out_lens, batch_size, total_steps):
    return 0.5
"""
EQUAL = """type("Equal", (), {"__eq__": lambda s, o: True, "__hash__": lambda s: 1})()"""


@pytest.mark.parametrize(
    ("body", "codes", "named"),
    [
        ("while True: pass", {4}, "time"),
        ("import time; time.sleep(99)", {4}, "time"),
        ("import os; os._exit(0)", {3}, "exit code 0"),
        ("import sys; sys.exit(0)", {1}, "SystemExit"),
        ("print('x' * 9_999_999); return 0, []", {1, 4}, "output"),
        ("return [0] * (1 << 32)", {4}, "memory"),
        (f"return {EQUAL}", {1}, "Equal"),
        (f"return {EQUAL}, {EQUAL}", {1}, "Equal"),
        ("return True, [1]", {1}, ""),
        ("return float('nan'), []", {1}, "nan"),
        ("return 0, (n for n in out_lens)", {1}, "generator"),
        ("out_lens = list(out_lens); return 0, out_lens", {1}, ""),
        ("raise KeyboardInterrupt", {1}, "KeyboardInterrupt"),
        ("return simulate_static(out_lens, batch_size)", {1}, "RecursionError"),
    ],
)
def test_no_such_program_passes(drill: Drill, body: str, codes: set[int], named: str) -> None:
    Path("batching.py").write_text(HEAD.format(body=body))

    began = time.monotonic()
    done = drill("grade", "batching.py", "--json")
    seconds = time.monotonic() - began

    report = json.loads(done.stdout)
    assert done.returncode in codes
    assert report["status"] != "passed"
    assert named in json.dumps(report)
    assert seconds < 30


def test_a_loop_at_import_is_named(drill: Drill) -> None:
    Path("batching.py").write_text("while True: pass\n")

    done = drill("grade", "batching.py")

    assert done.returncode == 4
    assert "while the file was imported" in done.stdout


def test_an_input_changed_in_place_is_a_broken_rule(
    drill: Drill, answer: Callable[[str], Path]
) -> None:
    path = answer("batching")
    text = path.read_text()
    path.write_text(
        text + "\n_right = simulate_continuous\n\n\ndef simulate_continuous(x, b):\n"
        "    found = _right(x, b)\n    if isinstance(x, list): x.clear()\n"
        "    return found\n"
    )

    done = drill("grade", "batching.py")

    assert done.returncode == 1
    assert "FAIL  R7" in done.stdout


def test_hostile_text_reaches_the_screen_harmless(drill: Drill) -> None:
    evil = r"print('\x1b[2J\x1b]0;owned\x07 PASSED [bold]\u202e \ud800'); return 0, []"
    Path("batching.py").write_text(HEAD.format(body=evil))

    done = drill("--color", "never", "grade", "batching.py")

    assert "\x1b" not in done.stdout
    assert "\u202e" not in done.stdout
    assert "[bold]" in done.stdout
