"""Does a message name a value?

Any spelling does from which the value can be read back: -7, -7.0, "util=1.50,". Left out: which
values have to be named (`formulas.py`).
"""

import re
from fractions import Fraction

# A number that is no part of a longer one. Subtle: of "-1,000" neither part is a thousand.
NUMBER = re.compile(r"(?<![0-9.])[-+]?[0-9]+(?:\.[0-9]+)?(?:[eE][-+]?[0-9]{1,3}(?![0-9]))?")


def is_named(value: float, says: str) -> bool:
    """Return whether one of the numbers of a message is this one: a whole one to the last digit.

    -1000 stands in "got -1000." and not in "got -1,000"; 1.0000001 not in "util is 1".
    """
    numbers = NUMBER.findall(says)
    if type(value) is float:
        return any(float(number) == value for number in numbers)
    return any(Fraction(number) == value for number in numbers)
