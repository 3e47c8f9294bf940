"""Send a judge replies that no honest worker writes, and look at what it makes of them.

Usage: python tests/judge/fuzz.py [frames [seed]]   (200,000 take some minutes)
Each frame is the right reply to a scenario with one to three faults put in. It must end in a named
answer, in time; where it is read as an answer all the same, the checks must find the difference.
Left out: the worker's process, since what it may send is made here (`tests/attacks` has real ones).
"""

import json
import random
import re
import sys
import time
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from grader import catalogue, wire
from grader.answer import LIMITS, Answer, Crashed, Hit, Seen, Unwritten
from grader.channel import Channel
from grader.check import Difference, Run, Scenario
from grader.material import Material, material
from grader.plain import Plain
from grader.shape import fits
from grader.tally import judge_run
from grader.worker import Worker

ID, NEXT = "00c0ffee00c0ffee", "0123456789abcdef"
DRILLS = ("batching", "blocks", "radix", "scheduler", "sizing")
Reply = dict[str, Any]


class Fed(Channel):
    """The judge's end of a pipe on which these bytes came, and then the end."""

    def __init__(self, data: bytes) -> None:
        self.ended: Answer | None = None
        self._unread = bytearray(data)
        self._is_closed = True
        self._process: Any = self

    def start(self, seconds: float) -> None:
        """Time nothing."""

    def wait(self, timeout: float) -> int:
        """Stand for the process as well: it has ended well."""
        return 0


def answer(data: bytes, must: Plain) -> Answer:
    """Return what a judge that asked two questions makes of these bytes."""
    worker: Any = Worker.__new__(Worker)
    worker._asked = deque([(ID, 1.0), (NEXT, 1.0)])
    worker._channel = Fed(data)
    given: Answer = worker.answer(must)
    return given


def verdict(given: Answer, ready: Material, scenario: Scenario) -> str:
    """Return "passed", or the name of why not; raise AssertionError for what must not be."""
    must = ready.must(scenario)
    if isinstance(given, Hit):
        assert given.limit in LIMITS, given
        return "a limit"
    if isinstance(given, Crashed):
        assert re.search("[a-z]", given.says), f"a crash without a name: {given.says!r}"
        return re.sub("[0-9,]+", "N", given.says.partition(" (")[0])[:60]
    if isinstance(given, Unwritten):
        return "unwritten"
    assert isinstance(given, Seen), given
    if not fits(given.observation, ready.observation):
        return "the wrong shape"
    rules = tuple(r for r in ready.drill.rules if r.part == ready.part(scenario))
    try:
        told = judge_run(ready.checks, rules, Run(scenario, must, given.observation))
    except Exception as error:  # as the judge does, which names it
        return f"contradicts itself: {type(error).__name__}"
    return "broken" if any(isinstance(one, Difference) for one in told.values()) else "passed"


def faulty(rng: random.Random, good: Reply) -> bytes:
    """Return the frame of a reply with faults in it."""
    if rng.random() < 0.5:
        body = json.dumps(rng.choice(VALUES)(rng, json.loads(json.dumps(good)))).encode()
    else:
        body = wire.body(good)
    for _ in range(rng.randint(0, 2)):
        body = rng.choice(BODIES)(rng, body)
    frame = len(body).to_bytes(wire.HEAD, "big") + body
    return rng.choice(FRAMES)(rng, frame) if rng.random() < 0.4 else frame


def _wrong_id(rng: random.Random, reply: Reply) -> Reply:
    wrong = (NEXT, ID[:-1], ID.upper() + " ", "", None, 0, True, [ID], {"id": ID}, "\ud800")
    return {**reply, "id": rng.choice(wrong)}


def _no_id(_: random.Random, reply: Reply) -> Reply:
    return {"seen": reply["seen"]}


def _other_kind(rng: random.Random, reply: Reply) -> Reply:
    kind = rng.choice(("limit", "crashed", "unwritten", "tampered", "loaded", "jail", "passed"))
    odd: tuple[Any, ...] = (
        True,
        None,
        "memory",
        "",
        [],
        {"says": 1, "line": "x"},
        {"raised": [], "line": 1e300},
    )
    return {"id": reply["id"], kind: rng.choice(odd), "says": rng.choice(odd)}


def _other_value(rng: random.Random, reply: Reply) -> Reply:
    """Put something else in the place of one entry, wherever it lies."""
    found: list[tuple[Any, Any]] = []
    todo: list[Any] = [reply]
    while todo:
        value: Any = todo.pop()
        keys: list[Any] = [*value] if type(value) is dict else [*range(len(value))]
        found += [(value, key) for key in keys]
        todo += [value[key] for key in keys if isinstance(value[key], (dict, list))]
    holder, key = rng.choice(found)
    old = holder[key]
    new: tuple[Any, ...] = (
        None,
        True,
        False,
        0,
        -1,
        1.5,
        10**30,
        "x",
        "\ud800",
        [],
        {},
        [old],
        {"tuple": old},
    )
    number = [old + 1, float(old), bool(old)] if type(old) is int and abs(old) < 10**9 else []
    holder[key] = rng.choice([*new, *number])
    return reply


def _deep(rng: random.Random, reply: Reply) -> Reply:
    nest: Any = 1
    for _ in range(rng.choice((20, 31, 60, 70, 500))):
        nest = [nest] if rng.random() < 0.5 else {"a": nest}
    return {**reply, rng.choice(("seen", "more")): nest}


def _cut(rng: random.Random, data: bytes) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _spliced(rng: random.Random, data: bytes) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.randbytes(rng.randint(0, 3)) + data[at + rng.randint(0, 3) :]


def _text(rng: random.Random, data: bytes) -> bytes:
    """Put words of JSON, or what some take for JSON, in the place of a character."""
    words = (b"NaN", b"-Infinity", b"1e999", b"-0", b"0x1", b'"\\ud800"', b"\xff", b"\xc3\x28")
    more = (b"[" * 5000, b'{"id":' * 50, b"9" * 5000, b"//", b"\x00", b"\xef\xbb\xbf", b" ", b",")
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(words + more) + data[at + rng.randint(0, 1) :]


def _two_keys(rng: random.Random, data: bytes) -> bytes:
    key = rng.choice((f'"id":"{ID}",', '"seen":null,', '"limit":"memory",')).encode()
    return data.replace(b"{", b"{" + key, 1)


def _two_objects(rng: random.Random, data: bytes) -> bytes:
    return data + rng.choice((b"{}", data, b"\n", b"]", b"}"))


def _wrong_length(rng: random.Random, frame: bytes) -> bytes:
    true = len(frame) - wire.HEAD
    wrong = rng.choice((true - 1, true + 1, 0, wire.SIZE, wire.SIZE + 1, 2**32 - 1, true // 2))
    return max(0, wrong).to_bytes(wire.HEAD, "big") + frame[wire.HEAD :]


def _reordered(_: random.Random, frame: bytes) -> bytes:
    body = frame[wire.HEAD :].replace(ID.encode(), NEXT.encode())
    return len(body).to_bytes(wire.HEAD, "big") + body + frame


def _halves(rng: random.Random, frame: bytes) -> bytes:
    at = rng.randrange(len(frame) + 1)
    return frame[at:] + frame[:at]


Change: TypeAlias = Callable[[random.Random, Reply], Reply]
OTHER: tuple[Change, ...] = (_other_value,) * 3  # so often
VALUES: tuple[Change, ...] = (_wrong_id, _no_id, _other_kind, _deep, *OTHER)
BODIES = (_cut, _spliced, _spliced, _text, _text, _two_keys, _two_objects)
FRAMES = (_cut, _wrong_length, _wrong_length, _reordered, _halves, _spliced)


def fuzz(frames: int, seed: int) -> tuple[Counter[str], float]:
    """Send so many frames; return how they ended, and the most seconds that one took."""
    rng = random.Random(seed)
    found: Counter[str] = Counter()
    longest = 0.0
    for name in DRILLS:
        ready = material(catalogue.find(name))
        scenarios = sorted(ready.telling.values(), key=lambda one: len(json.dumps(one)))[:20]
        for _ in range(frames // len(DRILLS)):
            scenario = rng.choice(scenarios)
            must = ready.must(scenario)
            data = faulty(rng, {"seen": must, "id": ID})
            began = time.monotonic()
            given = answer(data, must)
            end = verdict(given, ready, scenario)
            longest = max(longest, time.monotonic() - began)
            if end == "passed":
                assert isinstance(given, Seen), "checked by verdict()"
                end = _passed(given.observation, must, data)
            found[end] += 1
    return found, longest


def _passed(seen: Plain, must: Plain, data: bytes) -> str:
    """A pass is right only where a reply with the right id holds this answer, read once more."""
    said = json.loads(data[wire.HEAD : wire.HEAD + int.from_bytes(data[: wire.HEAD], "big")])
    assert (said["id"], said["seen"]) == (ID, seen), f"misread: {data[:2000]!r}"
    if seen == must:
        return "passed, with the right answer"
    return "passed, with another answer where the rules allow one"


def main(frames: int, seed: int) -> None:
    """Fuzz and print how the frames ended."""
    began = time.monotonic()
    found, longest = fuzz(frames, seed)
    for end, count in found.most_common():
        sys.stdout.write(f"{count:9,}  {end}\n")
    seconds = time.monotonic() - began
    sys.stdout.write(f"{found.total():9,}  frames, seed {seed}, {seconds:.0f} s")
    sys.stdout.write(f", the longest {1e3 * longest:.0f} ms\n")


if __name__ == "__main__":
    main(*map(int, [*sys.argv[1:], *("200000", "1")[len(sys.argv) - 1 :]]))
