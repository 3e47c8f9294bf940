"""Which row of the device's block tables belongs to which request, and what changed in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from gpu_checks.protocol import Row


@dataclass
class Edits:
    """Entries of the tables to be overwritten: pages[i] goes to row seats[i], column columns[i]."""

    seats: list[int] = field(default_factory=list)
    columns: list[int] = field(default_factory=list)
    pages: list[int] = field(default_factory=list)


class Seats:
    """Seats for `count` requests, and the table that the device has for each.

    A request keeps its seat while it is among the last `count` that were seen; coming back later it
    gets another and its whole table is sent again.
    """

    def __init__(self, count: int) -> None:
        self.count = count
        self._seat: dict[int, int] = {}  # of a request; the one seen longest ago comes first
        self._sent: list[tuple[int, ...]] = [()] * count  # by seat

    def place(self, rows: Sequence[Row], page_size: int) -> tuple[list[int], Edits]:
        """Return the seat of each row, and the entries that the device lacks for them.

        Sent (3, 0), now (3, 5, 2): columns 1 and 2 become 5 and 2. Of a table longer than the row
        needs, the rest is not sent.
        """
        if len(rows) > self.count:
            raise ValueError(f"{len(rows)} rows in a step of at most {self.count}")
        known = [self._seat.pop(row.request, None) for row in rows]
        edits = Edits()
        seats = [
            self._sit(row.request, seat) for row, seat in zip(rows, self._fill(known), strict=True)
        ]
        for row, seat in zip(rows, seats, strict=True):
            pages = -(-(row.start + len(row.tokens)) // page_size)
            self._compare(seat, row.table[:pages], edits)
        return seats, edits

    def _fill(self, known: Sequence[int | None]) -> list[int]:
        """Give rows without a seat one that is free, or that of the request seen longest ago."""
        taken = {seat for seat in known if seat is not None} | set(self._seat.values())
        free = [seat for seat in range(self.count) if seat not in taken]
        seats: list[int] = []
        for seat in known:
            if seat is None:
                seat = free.pop() if free else self._seat.pop(next(iter(self._seat)))
            seats.append(seat)
        return seats

    def _sit(self, request: int, seat: int) -> int:
        self._seat[request] = seat
        return seat

    def _compare(self, seat: int, table: tuple[int, ...], edits: Edits) -> None:
        """Note the entries of a table that differ from what its seat was sent, and its new ones."""
        sent = self._sent[seat]
        if table == sent[: len(table)]:
            return
        for column, page in enumerate(table):
            if column >= len(sent) or sent[column] != page:
                edits.seats.append(seat)
                edits.columns.append(column)
                edits.pages.append(page)
        self._sent[seat] = table + sent[len(table) :]
