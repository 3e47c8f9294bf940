"""Fixed scenarios of the drill `batching`, each by what it tells, small before large.

They are played before any random one, so that what a person sees is as small as it can be.
Left out: why a scenario tells what it tells; `grader/mutants/batching` holds the wrong programs.
"""

from grader import check
from grader.properties.batching.scenarios import HUGE, case_of

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
    "a tuple": case_of([3, 1, 2], 2, 4, "tuple"),
    "a range": case_of([1, 2, 3, 4], 2, 6, "range"),
    "a range downwards": case_of([5, 3, 1], 2, 5, "range"),
    "an empty range": case_of([], 2, 1, "range"),
    "too few steps are not checked": case_of([5, 1, 1, 1], 2, 2),
    "far too many steps": case_of([1], 2, 3 * HUGE),
    "no steps for a request": case_of([1], 1, 0),
    "fewer than no steps": case_of([1], 1, -4),
    "fewer than no steps, no requests": case_of([], 1, -4),
    "one step less than none, no requests": case_of([], 1, -1),
    "total_steps is True": case_of([1], 1, True),
    "total_steps is 2.5": case_of([1], 1, 2.5),
    "total_steps is 7.0, no requests": case_of([], 1, 7.0),
    "total_steps is a word": case_of([1], 1, "7"),
    "total_steps is None": case_of([1], 1, None),
    "total_steps is False, no requests": case_of([], 1, False),
    "batch_size 0": case_of([1], 0),
    "batch_size -3": case_of([1], -3),
    "batch_size 0, no requests": case_of([], 0, 0),
    "batch_size -3, no requests": case_of([], -3, 0),
    "batch_size True": case_of([1], True),
    "batch_size True, no requests": case_of([], True, 0),
    "batch_size 2.5": case_of([1], 2.5),
    "batch_size 7.0": case_of([1], 7.0),
    "batch_size a word": case_of([1], "7"),
    "batch_size None": case_of([1], None),
    "batch_size None, no requests": case_of([], None, 0),
    "length 0": case_of([0], 1),
    "length -3, the last": case_of([1, 2, -3], 1),
    "length 0 behind a longer one": case_of([4, 0], 2),
    "length True": case_of([True], 1),
    "length False": case_of([2, False], 1),
    "length 2.5": case_of([2, 2.5], 2),
    "length 7.0": case_of([7.0, 2], 2),
    "length a word": case_of(["7"], 1),
    "length None": case_of([2, 1, None], 2),
    "length True behind a 1": case_of([1, True], 1),
    "length 2.0 between a 2 and a 3": case_of([2, 2.0, 3], 2),
    "length False in the middle": case_of([3, False, 2, 1], 2),
    "length 0 in a range": case_of([0, 1, 2], 2, 3, "range"),
    "length -3 in a tuple": case_of([1, -3], 2, 3, "tuple"),
    "two bad values": case_of([-5, 1], -3),
    "a bad length and no steps": case_of([-5, 1], 2, 0),
    "a million slots": case_of([1], 10**6 + 1, 1),
    "a trillion slots": case_of([3, 1, 2], HUGE, 3),
    "a million tokens": case_of([10**6 + 1], 1, 10**6 + 1),
    "a trillion tokens": case_of([HUGE, 5, HUGE - 1], 2, HUGE),
    "odd sums beyond a float's exact integers": case_of(
        [20_001, HUGE - 20_001, 1], 1, HUGE, "rising"
    ),
    "many groups of one": case_of([120_000, 1, 0], 1, 120_000, "rising"),
    "many slots, freed in order": case_of([100_000, 10**11, 1], 50_000, 10**12, "rising"),
    "many slots, freed from the back, all together": case_of(
        [60_000, HUGE, 1], 20_000, 2 * HUGE, "falling"
    ),
    "many slots, freed out of order": case_of(
        [60_000, HUGE - 50_000, 7_919], 50_000, HUGE, "scrambled"
    ),
}
