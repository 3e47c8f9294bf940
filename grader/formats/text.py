"""Text for other programs' screens, some of it from the learner's code: short, and without effect.

What is shown elsewhere may be read there as markup, as a command of a log, or by a parser that
stops at the first odd character. All that is taken out here, in one place.
"""

import re

from grader.clean import clean

CHARS = 4000  # of one text; a file of a report stays below what each of the services takes
LINES = 100
CUT = "... (more was cut)"


def harmless(text: str, most: int = CHARS) -> str:
    """Return the text in at most `most` characters and LINES lines, in which nothing acts.

    Control, bidi and surrogate characters are gone, "<b>" becomes "\u2039b>" (so does any "<" that
    may begin a tag), and a line that begins with "::" or holds "##[", which GitHub's logs obey, is
    broken up.
    """
    cut = text[: 4 * most]  # cleaning looks at each character, and there may be millions
    lines = _plain(cut).split("\n")
    kept = "\n".join(lines[:LINES])
    if len(kept) > most or len(lines) > LINES or len(cut) < len(text):
        return f"{kept[: most - len(CUT) - 1].rstrip()}\n{CUT}"
    return kept


def _plain(text: str) -> str:
    text = "".join(char for char in clean(text) if not _is_no_character(char))
    text = re.sub(r"<(?=[A-Za-z/!?])", "\u2039", text)
    text = text.replace("##[", "# #[")
    return re.sub(r"(?m)^(\s*)::", r"\1. ::", text)


def _is_no_character(char: str) -> bool:
    """Return whether XML and strict JSON readers refuse it: the last two of each plane, FDD0 on."""
    code = ord(char)
    return code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF
