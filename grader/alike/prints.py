"""Fingerprints of a program: hashes of runs of tokens, so many that any long match has one.

This is winnowing: of every WINDOW neighbouring hashes the smallest is kept, so two programs that
share RUN + WINDOW - 1 tokens in a row share a fingerprint, wherever the run stands.
S. Schleimer, D. Wilkerson, A. Aiken: Winnowing, SIGMOD 2003.
"""

import hashlib

from grader.alike.tokens import tokens

RUN = 16  # tokens of one hash: shorter runs are idioms that everybody writes
WINDOW = 8


def prints(source: str) -> dict[int, int]:
    """Return the fingerprints of a program, each with the line where it is first seen."""
    found = tokens(source)
    hashes = [
        (_hash(" ".join(token.text for token in found[start : start + RUN])), found[start].line)
        for start in range(len(found) - RUN + 1)
    ]
    kept: dict[int, int] = {}
    for start in range(max(1, len(hashes) - WINDOW + 1)):
        window = hashes[start : start + WINDOW]
        if window:
            # Subtle: of equal hashes the last is kept, so that a run of them gives few prints
            smallest, line = min(reversed(window), key=lambda pair: pair[0])
            kept.setdefault(smallest, line)
    return kept


def _hash(text: str) -> int:
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
