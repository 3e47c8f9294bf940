"""Does a message name a value?

A number is named by any spelling from which it can be read back: -7, -7.0, "need=0,"; a policy by
itself or with escapes, as repr() shows it. Left out: which values have to be named (`refusals.py`).
"""

import re
from fractions import Fraction

# A number that is no part of a longer one. Subtle: of "-1,000" neither part is a thousand.
NUMBER = re.compile(r"(?<![0-9.])[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?")


def is_named(value: int | str, says: str) -> bool:
    """Return whether a message names a value: "lifo" in "policy 'lifo'.", not in "lifoxy".

    -1000 stands in "got -1000." and not in "got -1,000".
    """
    if isinstance(value, int):
        return any(Fraction(number) == value for number in NUMBER.findall(says))
    spelt = "|".join(re.escape(text) for text in (value, repr(value)[1:-1]))
    return re.search(rf"(?<![\w.-])(?:{spelt})(?!\.?\w)", says) is not None
