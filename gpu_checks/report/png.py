"""A PNG of a timeline and the pages below it: rows of pixels, zlib, three chunks; no library."""

import struct
import zlib
from collections.abc import Sequence

from gpu_checks.course import Course
from gpu_checks.report.timeline import COLORS, owners, timeline

Pixel = tuple[int, int, int]
WHITE: Pixel = (255, 255, 255)
DARK: Pixel = (122, 0, 25)  # of the mark where a request loses its pages
LARGEST = 2_000  # pixels of a side
PAGES = 200


def picture(course: Course) -> bytes:
    """Return the PNG: a band a request, then a band a page, a column or more a step."""
    steps = max(1, len(course.steps))
    wide = max(1, min(8, LARGEST // steps))
    rows = _requests(course, wide, steps) + [[WHITE] * (steps * wide)] * 8
    return encode(rows + _pages(course, wide, steps))


def encode(rows: Sequence[Sequence[Pixel]]) -> bytes:
    """Return a PNG of rows of (red, green, blue), all of one length."""
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 2, 0, 0, 0)
    body = b"".join(b"\0" + bytes(part for pixel in row for part in pixel) for row in rows)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(body, 6)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _requests(course: Course, wide: int, steps: int) -> list[list[Pixel]]:
    lines = timeline(course)
    high = max(2, min(14, LARGEST // 2 // max(1, len(lines))))
    lost = {(n, at) for at, step in enumerate(course.steps) for n in step.preempted}
    rows: list[list[Pixel]] = []
    for number, segments in enumerate(lines):
        row = [WHITE] * (steps * wide)
        for kind, first, count in segments:
            row[first * wide : (first + count) * wide] = [_rgb(COLORS[kind])] * (count * wide)
        marked = list(row)
        for at in (at for n, at in lost if n == number):
            marked[at * wide : (at + 1) * wide] = [DARK] * wide
        rows += [marked] * (high - 1) + [[WHITE] * len(row)]
    return rows


def _pages(course: Course, wide: int, steps: int) -> list[list[Pixel]]:
    lines = owners(course, PAGES)
    high = max(1, min(6, LARGEST // 4 // max(1, len(lines))))
    rows: list[list[Pixel]] = []
    for line in lines:
        row = [pixel for owner in line for pixel in [_owner(owner)] * wide]
        rows += [row + [WHITE] * (steps * wide - len(row))] * high
    return rows


def _owner(number: int) -> Pixel:
    """Return a colour for a request, white for none; neighbours differ."""
    if number < 0:
        return WHITE
    return 60 + number * 83 % 160, 60 + number * 47 % 160, 60 + number * 131 % 160


def _rgb(color: str) -> Pixel:
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)
