"""Operations, answers and scenarios in words."""

from collections.abc import Sequence
from typing import cast

from grader import check
from grader.properties.eviction.shapes import BIG_TREES, FIRST_SLOT, Answer, Op, Scenario


def node_words(prefix: Sequence[object]) -> str:
    """Return a node as what it spells: "1 1", "the root" for the empty prefix."""
    return words(prefix) if prefix else "the root"


def words(items: Sequence[object]) -> str:
    """Return items side by side: "1 1 2", "nothing" for none."""
    return " ".join(map(str, items)) or "nothing"


def sizes_told(sizes: Sequence[object]) -> str:
    """Return the three sizes in words: "evictable 1, protected 2, total 3"."""
    names = ("evictable", "protected", "total")
    return ", ".join(f"{name} {size}" for name, size in zip(names, sizes, strict=False))


def told(answers: Sequence[Answer], verb: str) -> str:
    """Return an answer in words: "frees 10 11", "2 cached", "raises KeyError: 1"."""
    if not answers:
        return "nothing"
    answer = answers[-1]
    if isinstance(answer, dict):
        return f"raises {answer['raised']}: {answer['says']}".removesuffix(": ")[:200]
    if isinstance(answer, list):
        return f"{verb} {words(answer)}"
    if verb == "cached":
        return f"{answer} cached"
    return str(answer) if not verb else f"{verb} {answer!r}, no list"


def call(op: Op) -> str:
    """Return an operation as a person would write it: "lock 1 1", "evict 2"."""
    do, tokens, n = op["do"], words(op["tokens"]), op["n"]
    return {
        "unlock": f"unlock held lock {n}",
        "evict": f"evict {n}",
        "split": f"match {tokens}, split its node",
        "bad": f"unlock {tokens}, if no lock holds it",
        "later": f"lock the node matched {n} before" if n else "lock the node matched last",
        "swap": "go on with the other tree",
        "start": f"start {tokens}, then samples {n}",
        "step": f"request {n} goes on, samples {tokens}",
        "finish": f"finish request {n}",
    }.get(do, f"{do} {tokens}")


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines."""
    one = cast(Scenario, scenario)
    if one["leaves"]:
        leaves = one["leaves"]
        clock = (
            "clock: plain ints" if leaves == BIG_TREES[1] else "clock: looks at ticks are counted"
        )
        return [
            f"{leaves:,} leaves of one token below {leaves // 64} parents of one token; {clock}",
            f"half of the leaves are matched once more; then evict {leaves // 2}",
        ]
    page = f"page size {one['page']}"
    if one["pool"]:
        chunk = f", {one['chunk']} prompt tokens at a time" if one["chunk"] else ""
        head = [f"a pool of {one['pool']} slots, {page}{chunk}", "request 0 is the oldest running"]
    else:
        clock = ", the clock gives 0 0 1 1 2 2" if one["pace"] == 2 else ""
        head = [f"{page}; inserts bring the slots {FIRST_SLOT}, {FIRST_SLOT + 1}, ...{clock}"]
    return [*head, *map(call, one["ops"])]
