"""Which scenarios of the drill `blocks` are allowed, and random ones.

Left out: fixed scenarios that each tell a fault (`telling.py`), and collisions of a hash where two
right readings of R3 would give different answers.
"""

from typing import cast

from hypothesis.strategies import SearchStrategy

from grader import check
from grader.properties.blocks.ledger import Ledger
from grader.properties.blocks.operations import do
from grader.properties.blocks.shapes import HashName, Op, Prompt, Scenario, Verb
from grader.scenario import digits

SMALL, LONG = 40, 2100  # tokens of a prompt; a long one needs the default hash
MANY = 400  # blocks: from here on a naive but right program may take its time
IDS = 1_000_000  # token ids are below this
NAMES = "ABC"


def seconds(scenario: check.Scenario) -> float:
    """Return how long a scenario may take: a crowd takes naive but right programs 0.3 s."""
    one = cast(Scenario, scenario)
    crowded = any(operation["do"] == "crowd" for operation in one["ops"])
    return 5.0 if crowded or one["blocks"] > MANY else 1.0


def is_valid(scenario: check.Scenario) -> bool:
    """Return whether the contract allows a scenario, and both readings of R3 give one answer."""
    one = cast(Scenario, scenario)
    names = [prompt["name"] for prompt in one["prompts"]]
    if (
        not -LONG <= one["blocks"] <= LONG
        or not -LONG <= one["size"] <= 300
        or len(one["ops"]) > 60
    ):
        return False
    if not 1 <= len(names) <= 8 or len(set(names)) < len(names):
        return False
    if not all(1 <= len(name) <= 8 and name.isalnum() for name in names):
        return False
    longest = LONG if one["hash"] == "default" else SMALL
    if not all(_prompt_is_valid(prompt, longest) for prompt in one["prompts"]):
        return False
    if not all(op["seq"] in names and _op_is_valid(op, one["hash"]) for op in one["ops"]):
        return False
    if len(names) > 1 and any(op["do"] == "crowd" for op in one["ops"]):
        return False  # a crowd has names of its own: P0, P1, ...
    return not parts(one)


def _prompt_is_valid(prompt: Prompt, longest: int) -> bool:
    tokens = prompt["tokens"]
    return 1 <= len(tokens) <= longest and all(0 <= token < IDS for token in tokens)


def _op_is_valid(op: Op, hash_name: HashName) -> bool:
    do, n = op["do"], op["n"]
    if do == "crowd":
        return hash_name == "default" and 1 <= n <= 100
    if do == "force":
        return -LONG <= n <= LONG
    if do == "grow":
        return 0 <= n < IDS
    return n == 0 if do in ("ask", "free") else 0 <= n <= LONG


def parts(scenario: Scenario) -> bool:
    """Return whether a collision makes the two readings of R3 part.

    Where they do not, no table holds a block twice: a block ends one prefix only.
    """
    if (
        scenario["hash"] not in ("sum", "same", "zero")
        or scenario["blocks"] < 1
        or scenario["size"] < 1
    ):
        return False
    book = Ledger(scenario)
    for op in scenario["ops"]:
        do(book, op)
        if book.parted:
            return True
    return False


# Two tokens that a scenario is made of: small ones most often, then those that are alike in part.
PAIRS = (
    *((1, 2),) * 6, (0, 1), (1, 0), (1, 11), (1, 17), (0, 256), (1, 257),
    (7, 65_543), (50_256, 151_643), (0, 151_643), (999_999, 0),
)  # fmt: skip

# One choice draws everything: pool, three prompts (a cut of an earlier one and a tail), operations.
POOL = (6, 8, 12, len(PAIRS))
PROMPT = (3, 10, 3, 4)  # which earlier prompt, how much of it, how long a tail, its tokens
ACT = (8, 16)
TURNS = "ABCABCAB"
ACTS = 11
SIZES = (2, 1, 3, 2, 1, 3, 2, 5)
EXACT: tuple[HashName, ...] = ("exact",)


HASH_NAMES: tuple[HashName, ...] = (*EXACT * 8, "default", "sum", "sum", "same")


def _often(do: Verb, n: int, times: int) -> tuple[tuple[Verb, int], ...]:
    act: tuple[Verb, int] = (do, n)
    return (act,) * times


# What to do next with a sequence that holds nothing, has tokens to compute, has computed all.
IDLE_ACTS: tuple[tuple[Verb, int], ...] = (
    *_often("take", 0, 9), ("take", 1), ("take", 2), ("ask", 0),
    ("free", 0), ("force", 0), ("force", 1), ("force", -1),
)  # fmt: skip


BUSY_ACTS: tuple[tuple[Verb, int], ...] = (
    *_often("run", 0, 9), ("run", 1), ("run", 1), ("run", 2), ("run", 3),
    ("free", 0), ("free", 0), ("force", 0),
)  # fmt: skip


DONE_ACTS: tuple[tuple[Verb, int], ...] = (
    *_often("grow", 1, 5), *_often("grow", 2, 4), *_often("free", 0, 6), ("force", 1),
)  # fmt: skip


def _draw(number: tuple[int, ...]) -> check.Scenario:
    blocks, size, name = number[0] + 2, SIZES[number[1]], HASH_NAMES[number[2]]
    pair = PAIRS[number[3]]
    at = len(POOL)
    texts: list[list[int]] = []
    for _ in NAMES:
        source, cut, tail, bits = number[at : at + 4]
        earlier = texts[source % len(texts)] if texts else [pair[0]] * (2 * size)
        text = earlier[: len(earlier) * min(cut, 5) // 5]
        if cut > 7:  # all but one token is equal
            text = [*earlier]
            text[bits % len(text)] = pair[0] if text[bits % len(text)] == pair[1] else pair[1]
        texts.append(text + [pair[bits >> i & 1] for i in range(tail if text else tail + 1)])
        at += 4
    scenario: Scenario = {
        "blocks": blocks,
        "size": size,
        "hash": name,
        "prompts": [{"name": n, "tokens": text} for n, text in zip(NAMES, texts, strict=True)],
        "ops": _ops(number[at], number[at + 1 :], pair),
    }
    if parts(scenario):
        scenario["hash"] = "exact"
    return cast(check.Scenario, scenario)


def _ops(few: int, number: tuple[int, ...], pair: tuple[int, int]) -> list[Op]:
    """Choose operations that mostly make sense, as if every `take` found room."""
    idle, busy = set(NAMES), set[str]()
    ops: list[Op] = []
    if few < 6:  # most begin with something to hit
        ops = [{"do": "take", "seq": "A", "n": 0}, {"do": "run", "seq": "A", "n": 0}]
        idle.discard("A")
    for i in range(0, len(number) - 2 * few, 2):
        seq = TURNS[number[i]]
        acts = IDLE_ACTS if seq in idle else BUSY_ACTS if seq in busy else DONE_ACTS
        do, n = acts[number[i + 1]]
        ops.append({"do": do, "seq": seq, "n": pair[n - 1] if do == "grow" else n})
        if do == "take":
            idle.discard(seq)
        if do in ("take", "grow"):
            busy.add(seq)
        elif do == "run" and n == 0:
            busy.discard(seq)
        elif do == "free":
            idle.add(seq)
            busy.discard(seq)
    return ops


SCENARIOS: SearchStrategy[check.Scenario] = digits(
    *POOL, *(PROMPT * len(NAMES)), 8, *(ACT * ACTS)
).map(_draw)
