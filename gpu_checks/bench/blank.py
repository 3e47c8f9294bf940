"""A model that is none: tokens from nowhere, at no cost, where only the schedule counts."""

from collections.abc import Sequence

from gpu_checks.protocol import UNASKED, Row


class Blank:
    """A runner whose tokens depend on request and position alone."""

    def __init__(self, pages: int, page_size: int, vocab: int = 10_001) -> None:
        self.pages = pages
        self.page_size = page_size
        self.vocab = vocab

    def step(self, rows: Sequence[Row]) -> list[int]:
        """Return a token for each row that wants one."""
        return [
            (row.request * 7_919 + (row.start + len(row.tokens)) * 104_729) % self.vocab
            if row.sample
            else UNASKED
            for row in rows
        ]

    def poison(self, pages: Sequence[int]) -> None:
        """Do nothing: there is no KV."""

    def reset(self) -> None:
        """Do nothing."""
