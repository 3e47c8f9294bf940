"""Frames between judge and worker: four bytes of length, then that many bytes of JSON.

Towards the judge decoding is strict: a cap on size and depth, no NaN, no duplicate key, one object
a frame. Never pickle. Left out: who writes what when (`worker.py`, `child.py`).
"""

import json
import math
from collections.abc import Iterable
from typing import NoReturn

from grader.plain import Plain

HEAD = 4  # bytes of length, big-endian
SIZE = 4 * 1024 * 1024  # bytes a reply may have
DEPTH = 64  # levels of nesting that a reply may have: an observation's 32 and the envelope

_encode = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class WireFault(Exception):
    """A frame that no honest worker writes; the message says what is wrong with it."""


def pack(message: dict[str, Plain]) -> bytes:
    """Return the frame for a message: {"id": "a"} gives 4 + 10 bytes."""
    encoded = body(message)
    return len(encoded).to_bytes(HEAD, "big") + encoded


def body(message: dict[str, Plain]) -> bytes:
    """Return a frame's body: the same message always gives the same bytes."""
    return _encode(message).encode("ascii")


def size(head: bytes) -> int:
    """Return the length that a frame announces, checked against the cap."""
    length = int.from_bytes(head, "big")
    if length > SIZE:
        raise WireFault(f"a reply of {length:,} bytes; at most {SIZE:,} are read")
    return length


def unpack(encoded: bytes) -> dict[str, Plain]:
    """Return the message in a frame's body, decoded strictly."""
    try:
        message: Plain = json.loads(
            encoded.decode("utf-8"),
            object_pairs_hook=_object,
            parse_constant=_constant,
            parse_float=_float,
        )
    except (ValueError, RecursionError) as error:
        raise WireFault(f"a reply that is not strict JSON ({type(error).__name__})") from error
    if type(message) is not dict:
        raise WireFault(f"a reply that is a {type(message).__name__}, not an object")
    _check_depth(message)
    return message


def _object(pairs: list[tuple[str, Plain]]) -> dict[str, Plain]:
    table = dict(pairs)
    if len(table) != len(pairs):
        raise ValueError("duplicate key")
    return table


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _float(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):  # 1e999 is valid JSON, and infinity to Python
        raise ValueError(f"{text} is no finite number")
    return number


def _check_depth(message: Plain) -> None:
    level = [message]
    for _ in range(DEPTH):
        level = [
            item
            for value in level
            for item in _entries(value)
            if type(item) is dict or type(item) is list
        ]
        if not level:
            return
    raise WireFault(f"a reply nested over {DEPTH} levels deep")


def _entries(value: Plain) -> Iterable[Plain]:
    if type(value) is dict:
        return value.values()
    return value if type(value) is list else ()
