"""Make text harmless that came from the learner's code, before it is shown or written anywhere."""

import unicodedata

LINES = 12  # shown of what a learner's code printed
WIDTH = 200  # characters shown of one line


def clean(text: str) -> str:
    """Return the text without anything that steers a terminal: controls, bidi marks, surrogates.

    Newlines stay and tabs become four spaces; "a\\x1b[31mb" gives "a[31mb".
    """
    text = text.replace("\r\n", "\n").replace("\t", "    ")
    return "".join(char for char in text if char == "\n" or _is_shown(char))


def boxed(text: str) -> tuple[list[str], bool]:
    """Return at most LINES clean lines of at most WIDTH characters, and whether more was cut."""
    lines = clean(text).rstrip("\n").split("\n")
    short = [line[:WIDTH] for line in lines[:LINES]]
    cut = len(lines) > LINES or any(len(line) > WIDTH for line in lines)
    return short, cut


def _is_shown(char: str) -> bool:
    # Cc controls, Cf format marks (bidi overrides among them), Cs surrogates, line separators
    return unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
