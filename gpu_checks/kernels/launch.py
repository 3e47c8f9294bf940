"""How a step is cut into programs: pure numbers, the same with and without a GPU."""

from collections.abc import Sequence
from dataclasses import dataclass

DECODE_LINES = 16  # the least that a matrix unit takes
CHUNK_LINES = 64
MOST_PARTS = 16
ROUNDS = 2  # programs that every multiprocessor should get


@dataclass(frozen=True)
class Block:
    """Consecutive tokens of one row: first place in the batch, and how many."""

    row: int
    first: int
    count: int


def lines_of(group: int, count: int) -> int:
    """Return the lines of a program for blocks of up to `count` tokens: a power of two.

    3 heads share a head of the cache. Decodes need 3 lines, and get 16; chunks get 64.
    """
    least = DECODE_LINES if count == 1 else CHUNK_LINES
    return max(least, 1 << (group - 1).bit_length())


def cut(counts: Sequence[int], lines: int, group: int) -> list[Block]:
    """Return the rows of more than one token, cut into blocks that `lines` lines hold.

    64 lines of 3 heads hold 21 tokens: counts 1, 30 give places 1 to 21, and 22 to 30.
    """
    most = lines // group
    blocks: list[Block] = []
    place = 0
    for row, count in enumerate(counts):
        if count > 1:
            starts = range(place, place + count, most)
            blocks += [Block(row, at, min(most, place + count - at)) for at in starts]
        place += count
    return blocks


def parts_of(programs: int, processors: int) -> int:
    """Return into how many parts a context is cut, so that all multiprocessors have work.

    A power of two, at most 16. 8 rows of 8 heads on 132 multiprocessors: 64 programs where 264
    would do, so 8 parts; 64 rows: 1.
    """
    parts = 1
    while parts < MOST_PARTS and programs * parts < ROUNDS * processors:
        parts *= 2
    return parts


def slots_of(bytes_: int) -> int:
    """Return how many slots a program reads at once, for numbers of so many bytes.

    64 of two bytes, 32 of four: with heads of 128, the shared memory of every GPU since 2020 holds
    that.
    """
    return 128 // bytes_


def power(number: int) -> int:
    """Return the least power of two, from 16, that is not below a number: 80 gives 128."""
    return max(16, 1 << (number - 1).bit_length())
