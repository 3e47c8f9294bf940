"""Read a typed answer: a number, and the unit that belongs to it.

Numbers: 42, 1,024, 3.5, 1e9, 3/4. Everything is exact, a Fraction. What could be read in two ways
is refused with a sentence that names it and shows how to write it; nothing is guessed.
"""

import re
from fractions import Fraction

from grader.error import DrillError

LONGEST = 40  # characters of an answer

_KINDS: dict[str, dict[str, Fraction]] = {  # what is measured -> unit -> how many base units
    "memory": {
        "B": Fraction(1),
        "KB": Fraction(10**3),
        "MB": Fraction(10**6),
        "GB": Fraction(10**9),
        "TB": Fraction(10**12),
        "KiB": Fraction(2**10),
        "MiB": Fraction(2**20),
        "GiB": Fraction(2**30),
        "TiB": Fraction(2**40),
    },
    "a time": {"s": Fraction(1), "ms": Fraction(1, 10**3), "us": Fraction(1, 10**6)},
    "a bandwidth": {
        "MB/s": Fraction(10**6),
        "GB/s": Fraction(10**9),
        "TB/s": Fraction(10**12),
    },
    "a rate": {"tok/s": Fraction(1)},
    "a share": {"%": Fraction(1, 100)},
    "a plain number": {"": Fraction(1)},
    "a number of tokens": {"tokens": Fraction(1)},
    "a number of blocks": {"blocks": Fraction(1)},
    "a number of steps": {"steps": Fraction(1)},
    "a number of nodes": {"nodes": Fraction(1)},
    "a number of requests": {"requests": Fraction(1)},
}
_OTHERWISE = {
    "kB": "KB",
    "\u00b5s": "us",  # micro sign
    "\u03bcs": "us",  # Greek letter mu
    "tokens/s": "tok/s",
    "percent": "%",
    "x": "",
    "token": "tokens",
    "block": "blocks",
    "step": "steps",
    "node": "nodes",
    "request": "requests",
}
_WHOLE = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+|[0-9]+"
_NUMBER = re.compile(rf"((?:{_WHOLE})(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{{1,2}})?)(?![0-9.,])")
_FRACTION = re.compile(rf"({_WHOLE}) ?/ ?({_WHOLE})(?![0-9.,])")


def parse(text: str, unit: str) -> Fraction:
    """Return a typed answer as a number of `unit`, exactly.

    A number without a unit is taken in `unit`: parse("1,024", "tokens") is 1024, and
    parse("1.5 MiB", "KiB") is 1536. A fraction without a unit is a share where a percentage is
    asked for: parse("3/4", "%") is 75. DrillError names an answer that is unclear.
    """
    text = text.strip()
    number, written, is_fraction = _split(text, unit)
    found = _OTHERWISE.get(written, written)
    if not written:
        if unit == "%" and is_fraction:
            return number * 100
        if unit == "%" and number <= 1:
            raise _unclear(text, "may be a share or a percentage", unit)
        return number
    if found not in _KINDS[kind_of(unit)]:
        raise _foreign(text, written, found, unit)
    factors = _KINDS[kind_of(unit)]
    return number * factors[found] / factors[unit]


def kind_of(unit: str) -> str:
    """Return what a unit measures: "ms" is "a time"."""
    return next(kind for kind, factors in _KINDS.items() if unit in factors)


def example(unit: str) -> str:
    """Return an answer in this unit, to show how one is written."""
    return {"%": "62.5%, or as a fraction 5/8", "": "1.25 or 5/4"}.get(unit, f"12 {unit}")


def _split(text: str, unit: str) -> tuple[Fraction, str, bool]:
    """Return the number, the unit as it was written, and whether the number is a fraction."""
    if len(text) > LONGEST:
        raise _unclear(text[:LONGEST], "goes on too long for a number with a unit", unit)
    padded = f"0{text}" if text.startswith(".") else text
    if found := _FRACTION.match(padded):
        above, below = (int(part.replace(",", "")) for part in found.groups())
        if not below:
            raise _unclear(text, "divides by 0", unit)
        return Fraction(above, below), padded[found.end() :].strip(), True
    if found := _NUMBER.match(padded):
        number = Fraction(found.group(1).replace(",", ""))
        return number, padded[found.end() :].strip(), False
    if re.match(r"[0-9.]*,", padded):
        raise _unclear(text, "has a comma that does not group thousands (1,024)", unit)
    raise _unclear(text, "does not begin with a number such as 42, 1,024, 3.5, 1e9 or 3/4", unit)


def _foreign(text: str, written: str, found: str, unit: str) -> DrillError:
    """Return the error for a unit that is unknown, or that measures something else."""
    for kind, factors in _KINDS.items():
        if found in factors:
            return _unclear(text, f"is {kind}, and the answer is {kind_of(unit)}", unit)
    close = [name for names in _KINDS.values() for name in names if name.lower() == found.lower()]
    if close:
        return _unclear(text, f"has the unit {written!r}; {close[0]} is written so", unit)
    return _unclear(text, f"has a unit that is not known here, {written!r}", unit)


def _unclear(text: str, why: str, unit: str) -> DrillError:
    return DrillError(f"{text!r} {why}", hint=f"for example: {example(unit)}")
