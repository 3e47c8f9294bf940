"""Rows that say where two answers part, beyond the call itself.

Left out: when they are told (`rules.py`).
"""

from collections.abc import Iterator
from typing import Literal, cast

from grader.check import Difference, Row
from grader.plain import Plain
from grader.properties.batching.answers import are_ints
from grader.properties.batching.made import SAMPLES
from grader.properties.batching.shapes import MADE, Dear, Scenario
from grader.properties.batching.words import call_words, value_words


def difference(*rows: Row) -> Difference:
    """Return a difference whose rows are calls."""
    return Difference(rows, heading="call")


def request_rows(case: Scenario, wanted: list[Plain], got: list[Plain]) -> Iterator[Row]:
    """Yield a row on the first request whose finish differs, if each has one."""
    if len(wanted) != len(got) or not are_ints(got):
        return
    i = next(i for i, end in enumerate(got) if end != wanted[i])
    end, length = cast(int, wanted[i]), cast(int, case["lengths"][i])
    must = f"starts in step {end - length + 1}, done at the end of step {end}"
    yield Row(f"request {i}", must, f"done at the end of step {got[i]}")


def dear_row(case: Scenario, name: str, dear: Dear) -> Row:
    """Return the row on a load that costs too much against a smaller one."""
    if dear["unit"] == "levels":
        must = f"no recursion over requests with {dear['load']:,} requests"
        return Row(call_words(case, name), must, _amount(dear, "spent"))
    if case["form"] in MADE:
        load = f"with {dear['load']:,} requests"
        why = f"10 times as much a request as with {dear['least']:,}"
    else:
        load = f"with numbers up to {dear['load']:,}"
        why = f"about what it takes with numbers up to {dear['least']:,}"
    must = f"at most {_amount(dear, 'most')} {load}, {why}"
    return Row(call_words(case, name), must, _amount(dear, "spent"))


def _amount(dear: Dear, key: Literal["most", "spent"]) -> str:
    if dear["unit"] == "levels":
        return f"{dear[key]:,} levels of calls"
    if dear["unit"] == "bytes":
        return f"{dear[key]:,} bytes"
    return f"{dear[key] / 1e6:.1f} ms of CPU"


def digest_rows(label: str, must: list[Plain], got: list[Plain]) -> Iterator[Row]:
    """Yield a row on the first thing in which two digests differ."""
    if got[0] != must[0]:
        yield Row(label, f"{must[0]} entries in finish", f"{got[0]} entries in finish")
        return
    wanted, seen = cast("list[int]", must[2]), cast("list[Plain]", got[2])
    if not seen:
        yield Row(label, "only ints in finish", f"{value_words(got[1])} in finish")
        return
    entries = cast(int, must[0])
    places = [*range(0, entries, -(-entries // SAMPLES)), entries - 1]
    for place, one, other in zip(places, wanted, seen, strict=True):
        if one != other:
            where = f"finish[{place}] is"
            yield Row(label, f"{where} {one}", f"{where} {value_words(other)}")
            return
    text = "the sum of (i + 1) * finish[i] is"
    yield Row(label, f"{text} {must[1]}", f"{text} {value_words(got[1])}")
