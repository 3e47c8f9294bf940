"""Scenarios from a seed, by Hypothesis.

The same seed gives the same scenarios from a checkout, from a wheel and with any release of
Hypothesis: its own generator mixes in constants that it finds in the source files that it takes
for local, so this one draws through a backend of ours (Hypothesis documents the interface).
Left out: shrinking, which works on the plain scenario (`shrink.py`), so that fixed, saved and
random scenarios shrink alike.
"""

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar, cast

from hypothesis import HealthCheck, Phase, Verbosity, given, settings
from hypothesis import strategies as st
from hypothesis.internal.conjecture.providers import AVAILABLE_PROVIDERS, PrimitiveProvider

from grader.check import Scenario

BATCH = 8  # scenarios drawn as one example: an example costs 0.2 ms, whatever it holds

T = TypeVar("T")


def play(
    strategy: st.SearchStrategy[Scenario],
    seed: int,
    count: int,
    use: Callable[[Scenario], bool],
) -> None:
    """Hand `count` or a few more scenarios drawn from `seed` to `use`, until it answers False.

    What `use` raises ends it and is raised here; Hypothesis would make a failing test of it.
    """
    raised: list[Exception] = []

    @settings(
        max_examples=-(-count // BATCH),
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        phases=[Phase.generate],
        suppress_health_check=cast(list[HealthCheck], [*HealthCheck]),
        backend=_backend(seed),
    )
    @given(st.tuples(*[strategy] * BATCH))
    def body(batch: tuple[Scenario, ...]) -> None:
        try:
            goes_on = all(use(scenario) for scenario in batch)
        except Exception as error:
            raised.append(error)
            goes_on = False
        if not goes_on:
            raise _Enough

    with suppress(_Enough):
        body()
    if raised:
        raise raised[0]


def digits(*bases: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Draw one integer below each base, all with a single choice.

    Hypothesis spends some 60 microseconds on a choice, so a scenario of twenty small numbers drawn
    one by one would take longer than grading it. digits(7, 5) draws (0..6, 0..4), 35 pairs.
    """
    total = 1
    for base in bases:
        total *= base
    return st.integers(0, total - 1).map(lambda number: _split(number, bases))


def pick(items: Sequence[T]) -> st.SearchStrategy[T]:
    """Draw one item, each equally likely; put those that a person can draw on paper first."""
    return st.sampled_from(items)


class _Enough(BaseException):
    """Ends a generation early; no Exception, or Hypothesis would take it for a failing test."""


def _split(number: int, bases: Sequence[int]) -> tuple[int, ...]:
    parts: list[int] = []
    for base in bases:
        number, part = divmod(number, base)
        parts.append(part)
    return tuple(parts)


def _backend(seed: int) -> str:
    """Register a backend that draws uniformly from `seed`; return its name."""

    class Uniform(PrimitiveProvider):
        rng = random.Random(seed)

        def draw_integer(
            self, min_value: int | None = None, max_value: int | None = None, **_: Any
        ) -> int:
            if min_value is None or max_value is None:
                raise ValueError(f"bound the integers: {min_value} to {max_value}")
            return self.rng.randint(min_value, max_value)

        def draw_boolean(self, p: float = 0.5) -> bool:
            return self.rng.random() < p

        def draw_float(self, **_: Any) -> float:
            raise NotImplementedError("scenarios hold no floats: draw an integer and divide")

        def draw_string(self, *_: Any, **__: Any) -> str:
            raise NotImplementedError("scenarios draw no free text")

        def draw_bytes(self, *_: Any, **__: Any) -> bytes:
            raise NotImplementedError("scenarios draw no bytes")

    AVAILABLE_PROVIDERS["drill"] = Uniform
    return "drill"
