"""A program as the tokens that stay when names, comments, texts and layout are changed."""

import io
import keyword
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from tokenize import TokenInfo

IGNORED = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
KEPT = (tokenize.OP, tokenize.NUMBER)
BLOCKS = {tokenize.INDENT: "{", tokenize.DEDENT: "}", tokenize.NEWLINE: ";"}


@dataclass(frozen=True)
class Token:
    """One token: "x = 1  # one" is  n = 1 ;"""

    text: str
    line: int


def tokens(source: str) -> list[Token]:
    """Return the tokens of a program, as far as it can be read; docstrings are left out."""
    found: list[Token] = []
    is_start = True  # of a statement: a string there is a docstring, and its end is dropped too
    is_dropped = False
    for token in _readable(source):
        if token.type in IGNORED:
            continue
        is_dropped = token.type == tokenize.STRING if is_start else is_dropped
        is_start = token.type in BLOCKS
        if not is_dropped:
            found.append(Token(_text(token), token.start[0]))
    return found


def _readable(source: str) -> Iterator[TokenInfo]:
    try:
        yield from tokenize.generate_tokens(io.StringIO(source).readline)
    except (tokenize.TokenError, SyntaxError, ValueError, RecursionError):
        return  # what came before still tells something


def _text(token: TokenInfo) -> str:
    if token.type in BLOCKS:
        return BLOCKS[token.type]
    if token.type == tokenize.NAME:
        return token.string if keyword.iskeyword(token.string) else "n"
    return token.string if token.type in KEPT else "s"
