"""Fixed scenarios of the drill `batching`, each by what it tells, small before large.

They are played before any random one, so that what a person sees is as small as it can be.
Left out: why a scenario tells what it tells; `grader/mutants/batching` holds the wrong programs.
"""

from collections.abc import Iterator

from grader import check
from grader.properties.batching.scenarios import BAD, HUGE, case_of
from grader.properties.batching.shapes import Value


def _mixed(number: int) -> list[Value]:
    """Return so many lengths from 1 to 97 in no order."""
    return [1 + i * i * i * 31 % 97 for i in range(number)]


def _bad() -> Iterator[tuple[str, check.Scenario]]:
    """Yield every bad value in every place, with requests and without."""
    for bad in BAD:
        for lengths in ([], [1]):
            told = f"is {bad!r}, {len(lengths)} requests"
            yield f"batch_size {told}", case_of([*lengths], bad, len(lengths))
            if bad != 0 or lengths or type(bad) is not int:
                yield f"total_steps {told}", case_of([*lengths], 1, bad)
        yield f"length {bad!r}", case_of([bad], 1)
        yield f"length {bad!r}, the last", case_of([2, 1, bad], 2)
        yield f"length {bad!r} in a tuple", case_of([3, bad, 2], 2, 3, "tuple")


TELLING: dict[str, check.Scenario] = {
    "no requests": case_of([], 2, 0),
    "no requests, steps went by": case_of([], 3, 5),
    "one request": case_of([3], 1, 3),
    "one request, two slots": case_of([3], 2, 3),
    "one slot": case_of([2, 1, 3], 1, 6),
    "more slots than requests": case_of([2, 1, 3], 5, 3),
    "as many slots as requests": case_of([2, 3], 2, 3),
    "as many slots as requests, the longest first": case_of([2, 1, 1], 3, 2),
    "equal lengths": case_of([2, 2, 2, 2], 2, 4),
    "the longest request first": case_of([5, 1, 1, 1], 2, 5),
    "the longest request last": case_of([1, 1, 1, 5], 2, 6),
    "the last group is not full": case_of([1, 2, 3], 2, 5),
    "two slots free in the same step": case_of([2, 2, 1, 3, 1], 2, 5),
    "three slots, one frees early": case_of([3, 1, 3, 1, 1], 3, 3),
    "the last request is not the last to finish": case_of([4, 1, 1], 2, 4),
    "the order is the index, not the length": case_of([3, 1, 2, 4], 2, 6),
    "one slot longer than all others together": case_of([9, 1, 2, 1, 2], 2, 9),
    "four requests, two slots, static": case_of([20, 200, 50, 30], 2, 250),
    "four requests, two slots, continuous": case_of([20, 200, 50, 30], 2, 200),
    "eight slots, freed out of order": case_of([8, 11, 12, 2, 3, 9, 6, 4, 3, 5, 9, 4], 8, 14),
    "nine slots, freed out of order": case_of(_mixed(27), 9, 200),
    "sixty slots, freed out of order": case_of(_mixed(180), 60, 200),
    "a tuple": case_of([3, 1, 2], 2, 4, "tuple"),
    "a range": case_of([1, 2, 3, 4], 2, 6, "range"),
    "a range whose end is no step behind": case_of([1, 3], 1, 4, "range"),
    "a range downwards": case_of([5, 3, 1], 2, 5, "range"),
    "an empty range": case_of([], 2, 1, "range"),
    "too few steps are not checked": case_of([5, 1, 1, 1], 2, 2),
    "far too many steps": case_of([1], 2, 3 * HUGE),
    "no steps for a request": case_of([1], 1, 0),
    "length 0 in a range": case_of([0, 1, 2], 2, 3, "range"),
    "a range down to 0": case_of([2, 1, 0], 2, 3, "range"),
    "a range down to -3": case_of([5, 1, -3], 2, 3, "range"),
    "length True behind a 1": case_of([1, True], 1),
    "length 2.0 between a 2 and a 3": case_of([2, 2.0, 3], 2),
    "length 0 behind a longer one": case_of([4, 0], 2),
    "length 0 behind many": case_of([*[1] * 40, 0], 2),
    **dict(_bad()),
    "two bad values": case_of([-5, 1], -3),
    "a bad length and no steps": case_of([-5, 1], 2, 0),
    "a million slots": case_of([1], 10**6 + 1, 1),
    "a trillion slots": case_of([3, 1, 2], HUGE, 3),
    "a million tokens": case_of([10**6 + 1], 1, 10**6 + 1),
    "a trillion tokens, more slots than requests": case_of([HUGE, 5], 3, HUGE),
    "a trillion tokens": case_of([HUGE, 5, HUGE - 1], 2, HUGE),
    "odd sums beyond a float's exact integers": case_of(
        [20_001, HUGE - 20_001, 1], 1, HUGE, "rising"
    ),
    "many groups of one": case_of([140_000, 1, 0], 1, 140_000, "rising"),
    "many slots, freed in order": case_of([100_000, 10**11, 1], 50_000, 10**12, "rising, range"),
    "many slots, the last one first": case_of([50_000, HUGE, 1], 50_000, HUGE, "falling"),
    "many slots, freed from the back, all together": case_of(
        [60_000, HUGE, 1], 20_000, 2 * HUGE, "falling, tuple"
    ),
    "many slots, freed out of order": case_of(
        [20_000, HUGE - 50_000, 7_919], 15_000, HUGE, "scrambled"
    ),
}
