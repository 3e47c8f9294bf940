"""Text of the learner's code is hostile wherever it is shown or written: screen, JSON, history."""

import io
import json
import sqlite3
import unicodedata
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any, cast

import pytest
from rich.console import Console

from grader import catalogue, history
from grader.clean import CELL, MESSAGE, clean, short
from grader.judge import judge
from grader.screen.verdict import verdict
from tests.attacks.arena import REFERENCE

# Colour, a window title, markup of two kinds, right-to-left override, half a character, C1 control.
EVIL = r"\x1b[31m\x1b]0;t\x07[bold]x[/bold]<b>\u202e\ud800\x9b\u2028"
NAME = r"\x1b[31m\u202e[bold]\x9b"  # what Python takes as the name of a type
FORGE = """
import json, os, sys

def forge(reply):
    frame = sys._getframe()
    while "reply_fd" not in frame.f_locals or "layers" not in frame.f_locals:
        frame = frame.f_back
    reply["id"] = frame.f_locals.get("request", {}).get("id")
    body = json.dumps(reply).encode()
    left = len(body).to_bytes(4, "big") + body
    while left:
        left = left[os.write(frame.f_locals["reply_fd"], left):]
    os._exit(0)
"""
PLACES = {
    "what is printed": "print(EVIL)",
    "a million lines": "print('x\\n' * 1_000_000)",
    "a message": "def simulate_static(a, b): raise RuntimeError(EVIL * 1000)",
    "the name of an exception": (
        "def simulate_static(a, b): raise type(NAME * 9999, (Exception,), {})()"
    ),
    "the name of a type": "def simulate_static(a, b): return type(NAME * 9999, (), {})()",
    "an answer": "def simulate_static(a, b): return (EVIL * 999, [EVIL + '\\n'] * 9999)",
    "an unwritten stub": "def simulate_static(a, b): raise NotImplementedError('write ' + EVIL)",
    "a message at import": "raise RuntimeError('x\\n' * 1_000_000)",
    "a name at import": "raise type('x\\n' * 100_000, (BaseException,), {})()",
    "a forged crash": (
        "def simulate_static(a, b):"
        " forge({'crashed': {'raised': EVIL, 'says': EVIL * 9999, 'line': 10**3000}})"
    ),
    "a forged limit": (
        "def simulate_static(a, b): forge({'limit': EVIL, 'says': (EVIL + chr(10)) * 9999})"
    ),
    "a forged problem": (
        "forge({'problem': EVIL, 'says': EVIL * 9999, 'name': EVIL, 'expected': EVIL})"
    ),
    "a forged missing name": (
        "forge({'problem': 'missing', 'says': '', 'name': (EVIL + chr(10)) * 9999, 'expected': ''})"
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_hostile_text_is_harmless_wherever_it_goes(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No control character, no half character, no endless text on any way out."""
    monkeypatch.setenv("DRILL_HOME", str(tmp_path))
    base = REFERENCE.read_text(encoding="utf-8")
    source = f"{base}\nEVIL = '{EVIL}'\nNAME = '{NAME}'\n{FORGE}\n{PLACES[place]}\n"

    report = history.record(judge(catalogue.find("batching"), source, seed=1, scenarios=30), source)

    told = json.loads(json.dumps(report.to_json()))
    stored = json.loads(_stored(tmp_path))
    assert stored == told
    told["output"]["text"] = told["output"]["text"][:MESSAGE]  # capped by the channel, for itself
    texts = [*_texts(told)]
    assert [text for text in texts if _bad(text)] == []
    assert max(map(len, texts)) <= CELL
    screen = _screen(report)
    assert not _bad(screen)
    assert len(screen.splitlines()) < 80
    assert (report.status == "passed") == (place == "what is printed")
    if place == "what is printed":
        assert "[bold]x[/bold]<b>" in screen  # markup is text, and shown as it stands


def test_clean_text_keeps_what_a_person_wrote() -> None:
    text = "größe = 3 → ok\n\tdone ✓ [bold] 日本"

    assert clean(text) == text.replace("\t", "    ")
    assert short(text) == clean(text)


def test_a_short_text_has_few_lines_and_few_characters() -> None:
    assert short("x" * 999, 100) == "x" * 100
    assert short("x\n" * 999, 100) == "x\nx\nx\nx\nx"
    assert short("\ud800\x00\x1b[1m") == "[1m"


def _stored(home: Path) -> str:
    with sqlite3.connect(home / "history.sqlite3") as db:
        ((text,),) = db.execute("SELECT report FROM attempts").fetchall()
    db.close()
    return str(text)


def _screen(report: Any) -> str:
    stream = io.StringIO()
    console = Console(file=stream, width=80, color_system=None)
    for line in verdict(report, 80):
        console.print(line, markup=False, highlight=False, emoji=False)
    return stream.getvalue()


def _texts(value: Any) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif type(value) is dict:
        yield from _texts([*value.keys(), *value.values()])
    elif type(value) is list:
        yield from chain.from_iterable(map(_texts, cast("list[object]", value)))


def _bad(text: str) -> bool:
    steers = ("Cc", "Cf", "Cs", "Zl", "Zp")
    return any(sign != "\n" and unicodedata.category(sign) in steers for sign in text)
