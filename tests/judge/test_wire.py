"""Frames towards the judge are decoded strictly: anything odd is a named fault."""

import pytest

from grader import wire
from grader.plain import Plain


def test_a_message_survives_the_wire() -> None:
    message: dict[str, Plain] = {"id": "a", "seen": [1, True, None, 2.5, "é\n", {"b": [[]]}]}

    frame = wire.pack(message)

    assert wire.size(frame[:4]) == len(frame) - 4
    assert wire.unpack(frame[4:]) == message


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "strict JSON"),
        (b"[1]", "a list, not an object"),
        (b'"x"', "a str, not an object"),
        (b'{"a": NaN}', "strict JSON"),
        (b'{"a": Infinity}', "strict JSON"),
        (b'{"a": 1e999}', "strict JSON"),
        (b'{"a": 1, "a": 2}', "strict JSON"),
        (b'{"a": 1} {}', "strict JSON"),
        (b"\xff\xfe", "strict JSON"),
        (b'{"a": ' + b"9" * 5000 + b"}", "strict JSON"),
        (b'{"a": ' + b"[" * 100 + b"]" * 100 + b"}", "levels deep"),
        (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "strict JSON|levels deep"),
    ],
)
def test_a_frame_that_no_honest_worker_writes_is_a_fault(body: bytes, says: str) -> None:
    with pytest.raises(wire.WireFault, match=says):
        wire.unpack(body)


def test_a_frame_that_announces_gigabytes_is_a_fault_before_it_is_read() -> None:
    with pytest.raises(wire.WireFault, match="at most"):
        wire.size(b"\x7f\xff\xff\xff")
