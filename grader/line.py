"""In which line of a TOML text a value stands; tomllib tells only where the text itself is wrong.

A scenario stands where its header does, a field where it begins, an entry of a field's list where
the entry begins. Left out: what lies deeper, which is told by the entry that it lies in.
"""

import re
from collections.abc import Iterator, Sequence

Path = Sequence[str | int]

HEADER = re.compile(r"\s*\[\[?([^\[\]=#]+)\]\]?\s*(#.*)?$")
FIELD = re.compile(r"\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*=")
SKIPPED = re.compile(r"\"(\\.|[^\"\\])*\"|'[^']*'|#[^\n]*")  # texts and comments


def line_of(text: str, path: Path) -> int:
    """Return the line, from 1, of ("tight", "requests", 1), or of the nearest part that has one.

    In "[tight]\\nn = 2", ("tight", "n") is in line 2 and ("tight", "m") in line 1.
    """
    found = 1
    for number, place in _places(text):
        if place == list(path[: len(place)]):
            found = number
            entry = path[len(place)] if len(path) > len(place) else ""
            if isinstance(entry, int):
                found = _entry(text, number, entry)
    return found


def _places(text: str) -> Iterator[tuple[int, list[str | int]]]:
    """Yield line and path of every header and field; [[tight.requests]] counts its entries."""
    inside: list[str | int] = []
    counts: dict[str, int] = {}
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        header, field = HEADER.match(line), FIELD.match(line)
        if depth == 0 and header:
            inside = [_bare(part) for part in header[1].split(".")]
            if line.lstrip().startswith("[["):
                counts[header[1]] = counts.get(header[1], -1) + 1
                inside.append(counts[header[1]])
            yield number, inside
            continue
        if depth == 0 and field:
            yield number, [*inside, _bare(field[1])]
        code = SKIPPED.sub("", line)
        depth += sum(map(code.count, "[{")) - sum(map(code.count, "]}"))


def _bare(key: str) -> str:
    return key.strip().strip("\"'")


def _entry(text: str, line: int, index: int) -> int:
    """Return the line in which entry `index` of the list begins whose field begins in `line`."""
    rest = "\n".join(text.splitlines()[line - 1 :])
    code = SKIPPED.sub(_blank, rest.partition("=")[2])
    depth, seen, is_open = 0, -1, False  # is_open: an entry may begin here
    for place, char in enumerate(code):
        if depth == 1 and is_open and not char.isspace() and char not in ",]":
            seen, is_open = seen + 1, False
            if seen == index:
                return line + code[:place].count("\n")
        depth += (char in "[{") - (char in "]}")
        if depth == 1 and char in "[,":
            is_open = True
    return line


def _blank(skipped: re.Match[str]) -> str:
    """Return as many characters that open and close nothing; a comment is space, a text is not."""
    return (" " if skipped[0].startswith("#") else "s") * len(skipped[0])
