"""The numbers that a question was made of, each as the type that it must have."""

from collections.abc import Iterator
from fractions import Fraction

from grader.plain import Plain


class Drawn:
    """Reads `Question.numbers`; a number of another type is a failed test."""

    def __init__(self, numbers: dict[str, Plain]) -> None:
        self._numbers = numbers

    def whole(self, name: str) -> int:
        value = self._numbers[name]
        assert type(value) is int, f"{name}: {value!r}"
        return value

    def text(self, name: str) -> str:
        value = self._numbers[name]
        assert isinstance(value, str), f"{name}: {value!r}"
        return value

    def exact(self, name: str) -> Fraction:
        """Return a number that is written as text: "3.2"."""
        return Fraction(self.text(name))

    def wholes(self, name: str) -> list[int]:
        found = [item for item in self._items(name) if type(item) is int]
        assert found == self._numbers[name]
        return found

    def texts(self, name: str) -> list[str]:
        found = [item for item in self._items(name) if isinstance(item, str)]
        assert found == self._numbers[name]
        return found

    def has(self, name: str) -> bool:
        return name in self._numbers

    def _items(self, name: str) -> Iterator[Plain]:
        value = self._numbers[name]
        assert isinstance(value, list), f"{name}: {value!r}"
        yield from value
