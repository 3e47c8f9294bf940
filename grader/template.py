"""The text of a new cases.toml: what a scenario of this drill is, with the worked run to copy.

Left out: reading it back (`cases.py`).
"""

import json
import textwrap
from inspect import getdoc
from typing import Any, get_type_hints

from grader.catalogue import Drill
from grader.material import material
from grader.misfit import describe, may_be_absent, tables
from grader.plain import Plain
from grader.trace.play import lesson

HEAD = """\
Your own scenarios for the drill {name}.

`drill grade` plays them right after the failing cases that it saved, before its own;
`drill grade --case NAME` plays one alone, `drill trace NAME` draws one; so for all files here.
Each is a table with a name of yours, and it is checked strictly: every field has to be there and
nothing else, and only what the task allows comes in.
"""
EXAMPLE = """
A run to begin with, that of task.md if it has one. Take the "# " away and change what you like:
"""
WIDTH = 98


def template(drill: Drill) -> str:
    """Return the text of cases.toml as `drill start` writes it; every line is a comment."""
    lines = [*HEAD.format(name=drill.name).splitlines(), *EXAMPLE.splitlines(), ""]
    lines += ["[worked]", *toml(lesson(drill)), "", "What the fields are:"]
    for table in tables(material(drill).scenario):
        lines += ["", *_about(table)]
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def toml(table: dict[str, Plain]) -> list[str]:
    """Return the lines of a table, a field each; a list of tables or lists has a line an entry.

    {"n": 2, "ops": [{"do": "match"}]} gives n = 2, ops = [, { do = "match" }, and ].
    """
    lines: list[str] = []
    for name, value in table.items():
        if isinstance(value, list) and any(isinstance(item, dict) for item in value):
            lines += [f"{name} = [", *(f"  {_value(item)}," for item in value), "]"]
        elif value is not None:
            lines.append(f"{name} = {_value(value)}")
    return lines


def _value(value: Plain) -> str:
    if isinstance(value, dict):
        said = [f"{key} = {_value(item)}" for key, item in value.items() if item is not None]
        return "{ " + ", ".join(said) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False)  # TOML writes texts, numbers and truth alike


def _about(table: Any) -> list[str]:
    """Return the sentence on a table and a line a field."""
    lines = textwrap.wrap(f"{table.__name__}: {' '.join((getdoc(table) or '').split())}", WIDTH)
    hints = get_type_hints(table)
    wide = max(map(len, hints))
    for name, kind in hints.items():
        may = name not in table.__required_keys__ or may_be_absent(kind)
        says = describe(kind) + ("; may be left out" if may else "")
        lines += textwrap.wrap(f"  {name:<{wide}}  {says}", WIDTH, subsequent_indent=" " * 6)
    return lines
