"""Make text harmless that came from the learner's code, before it is shown or written anywhere."""

import unicodedata

LINES = 12  # shown of what a learner's code printed
WIDTH = 200  # characters shown of one line
MESSAGE = 400  # characters kept of a message
CELL = 2_000  # characters kept of one cell of a table


def clean(text: str) -> str:
    """Return the text without anything that steers a terminal: controls, bidi marks, surrogates.

    Newlines stay and tabs become four spaces; "a\\x1b[31mb" gives "a[31mb".
    """
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    if text.replace("\n", "").isprintable():
        return text
    return "".join(char for char in text if char == "\n" or _is_shown(char))


def short(text: str, most: int = MESSAGE) -> str:
    """Return what may stand in a report of a text that may be anything: clean, and not for ever.

    At most `most` characters, and as many lines as have room for some 20 characters each.
    """
    lines = clean(text[:most]).rstrip("\n").split("\n")
    return "\n".join(lines[: max(1, most // 20)])


def boxed(text: str) -> tuple[list[str], bool]:
    """Return at most LINES clean lines of at most WIDTH characters, and whether more was cut."""
    lines = clean(text).rstrip("\n").split("\n")
    short = [line[:WIDTH] for line in lines[:LINES]]
    cut = len(lines) > LINES or any(len(line) > WIDTH for line in lines)
    return short, cut


def _is_shown(char: str) -> bool:
    # Cc controls, Cf format marks (bidi overrides among them), Cs surrogates, line separators
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
