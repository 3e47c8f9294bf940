"""What of a file is code: two files that differ in comments and spacing only are the same work."""

import hashlib
import io
import tokenize

IDLE = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}
SHAPE = {tokenize.NEWLINE: "\n", tokenize.INDENT: ">", tokenize.DEDENT: "<"}


def code(source: str) -> str:
    """Return 32 hexadecimal digits that stay the same when comments or spacing change.

    "x=1" and "x = 1  # one" are equal, "y = 1" is not. A text that is no Python stands for itself;
    an empty one gives "".
    """
    if not source:
        return ""
    try:
        text = "\0".join(_words(source))
    except (tokenize.TokenError, SyntaxError):
        text = source
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _words(source: str) -> list[str]:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return [SHAPE.get(one.type, one.string) for one in tokens if one.type not in IDLE]
