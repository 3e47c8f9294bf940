"""What a learner's code answers becomes plain data, without ever trusting the value."""

import enum
from fractions import Fraction

import pytest

from grader.plain import attempt, plain


class Liar:
    """Claims to be everything."""

    __class__ = int  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


class Cheat(int):
    """A number that is equal to every other."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1

    def __add__(self, other: int) -> int:
        return 42


class Sneaky(list[int]):
    """A list that shows others what it likes."""

    def __iter__(self):  # type: ignore[no-untyped-def]  # noqa: ANN204
        return iter([1, 2, 3])


class Color(enum.IntEnum):
    """An honest subclass of int."""

    RED = 3


@pytest.mark.parametrize(
    ("value", "data"),
    [
        (None, None),
        (True, True),
        (7, 7),
        (Color.RED, 3),
        (Cheat(5), 5),
        ("é", "é"),
        (2.5, 2.5),
        ([1, [2]], [1, [2]]),
        ((1, [2]), {"tuple": [1, [2]]}),
        ({1: "a"}, {"dict": [[1, "a"]]}),
        (Sneaky([9]), [9]),
        (float("nan"), {"type": "float nan"}),
        (float("inf"), {"type": "float inf"}),
        (Liar(), {"type": "Liar"}),
        ({1}, {"type": "set"}),
        (Fraction(1, 2), {"type": "Fraction"}),
        ((i for i in "a"), {"type": "generator"}),
        pytest.param(10**5000, {"type": "int of over 4,000 digits"}, id="huge"),
        pytest.param([0] * 300_001, {"type": "list of 300,001 entries"}, id="long"),
    ],
)
def test_plain_data_is_exact(value: object, data: object) -> None:
    made = plain(value)

    assert made == data
    assert type(made) is type(data)


def test_a_bool_in_a_list_of_ints_stays_a_bool() -> None:
    made = plain([1, True])

    assert isinstance(made, list)
    assert [type(item) for item in made] == [int, bool]


def test_a_cyclic_list_ends() -> None:
    cyclic: list[object] = []
    cyclic.append(cyclic)

    assert "too deep" in str(plain(cyclic))


def test_any_subclass_of_value_error_counts_as_value_error() -> None:
    class BadBatch(ValueError):
        pass

    def call() -> None:
        raise BadBatch("batch_size 0")

    assert attempt(call) == {"raised": "ValueError", "says": "batch_size 0", "line": 0}


def test_an_exception_whose_message_raises_is_still_an_answer() -> None:
    class Rude(Exception):
        def __str__(self) -> str:
            raise RuntimeError("no")

    def call() -> None:
        raise Rude

    assert attempt(call) == {"raised": "Rude", "says": "", "line": 0}


def test_a_long_message_is_kept_at_both_ends() -> None:
    def call() -> None:
        raise ValueError(f"A1 {'x' * 10_000} Q7")

    says = str(attempt(call)["says"])

    assert len(says) < 1000
    assert says.startswith("A1 x")
    assert says.endswith("x Q7")
