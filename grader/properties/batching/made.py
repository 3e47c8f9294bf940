"""Long scenarios, made from [n, base, step]: what must hold in them is known in closed form.

Nothing here simulates, so a scenario of 200,000 requests is judged at once and without the
reference. Left out: the digest of a long answer, which `drills/batching/driver.py` makes alike.
"""

from functools import lru_cache
from itertools import count
from math import gcd
from operator import mul
from typing import cast

from grader.plain import Plain
from grader.properties.batching.shapes import Scenario, Simulator

MANY = 200_000  # requests in a made form
SAMPLES = 40  # as in the driver


def has_closed_form(case: Scenario) -> bool:
    """Return whether the closed form holds: good values, and slots free in the order it assumes."""
    n, base, step, slots = made_of(case)
    if not (0 <= n <= MANY and base >= 1 and step >= 0 and slots >= 1):
        return False
    if type(case["total_steps"]) is not int:
        return False
    if case.get("held") == "range" and (step < 1 or case["form"] == "scrambled"):
        return False
    if case["form"] == "scrambled":
        return base >= slots and gcd(step, slots) == 1
    return case["form"] == "rising" or base - (n - 1) * step >= 1


def made_of(case: Scenario) -> tuple[int, int, int, int]:
    """Return n, base, step and the number of slots."""
    n, base, step = cast("list[int]", case["lengths"])
    return n, base, step, cast(int, case["batch_size"])


def made_lengths(form: str, n: int, base: int, step: int, slots: int) -> list[int]:
    """Return the lengths: rising, 3, 10, 2 makes [10, 12, 14]."""
    if form == "rising":
        return [base + i * step for i in range(n)]
    if form == "falling":
        return [base - i * step for i in range(n)]
    first = min(n, slots)
    return [base + i * step % slots for i in range(first)] + [base] * (n - first)


@lru_cache(maxsize=32)
def made_sum(form: str, made: tuple[int, int, int, int]) -> int:
    """Return the sum of all lengths."""
    return sum(made_lengths(form, *made))


@lru_cache(maxsize=32)
def closed_form(name: Simulator, form: str, made: tuple[int, int, int, int]) -> tuple[int, Plain]:
    """Return total and digest of a made form, as the rules give them, without a simulation."""
    n, base, step, slots = made
    if n == 0:
        return 0, [0, None, []]
    lengths = made_lengths(form, n, base, step, slots)
    finish = (
        _static(lengths, slots) if name == "static" else _continuous(form, lengths, slots, base)
    )
    every = -(-n // SAMPLES)
    samples = cast("list[Plain]", [*finish[::every], finish[-1]])
    return max(finish), [n, sum(map(mul, finish, count(1))), samples]


def _static(lengths: list[int], slots: int) -> list[int]:
    """Return the finish times: the longest of a group is its last, its first or anywhere."""
    finish, start = lengths[:slots], max(lengths[:slots])
    for first in range(slots, len(lengths), slots):
        group = lengths[first : first + slots]
        finish += [start + length for length in group]
        start += max(group)
    return finish


def _continuous(form: str, lengths: list[int], slots: int, base: int) -> list[int]:
    """Return the finish times, from knowing in which order the slots free.

    rising     in index order, for ever
    falling    from the back, and then all in one step, so every second wave starts together
    scrambled  by the lengths of the first wave, base, base + 1, …, and so for ever
    """
    finish = lengths[:slots]
    for i in range(slots, len(lengths)):
        wave, place = divmod(i, slots)
        if form == "rising":
            finish.append(finish[i - slots] + lengths[i])
        elif form == "scrambled":
            finish.append((wave + 1) * base + place)
        else:
            slot = wave * slots - 1 - (place if wave % 2 else 0)
            finish.append(finish[slot] + lengths[i])
    return finish
