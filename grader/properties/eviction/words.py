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
    node = f"the node matched {n} before" if n else "the node matched last"
    return {
        "unlock": f"unlock held lock {n}",
        "evict": f"evict {n}",
        "split": f"match {tokens}, split its node",
        "bad": f"unlock {tokens}, if no lock holds it",
        "later": f"lock {node}",
        "cut": f"split {node} after its first page",
        "refuse": f"unlock {node}, if no lock holds it",
        "uneven": f"insert {tokens} with a slot too {'few' if n else 'many'}",
        "miscut": f"split {'the root' if n == 4 else node} {WHERE[n % 5]}",
        "swap": "go on with the other tree",
        "start": f"start {tokens}, then samples {n}",
        "step": f"request {n} goes on, samples {tokens}",
        "finish": f"finish request {n}",
    }.get(do, f"{do} {tokens}")


WHERE = ("at 0", "at its end", "a page below 0", "at a page less a token", "after a page")


def show(scenario: check.Scenario) -> list[str]:
    """Return the scenario in a few lines."""
    one = cast(Scenario, scenario)
    if one["leaves"]:
        leaves = one["leaves"]
        clock = (
            "clock: plain ints" if leaves == BIG_TREES[1] else "clock: looks at ticks are counted"
        )
        alone = one.get("alone", False)
        parents, used = (leaves, "all parents") if alone else (leaves // 64, "half of the leaves")
        return [
            f"{leaves:,} leaves of one token below {parents:,} parents of one token; {clock}",
            f"{used} are matched once more; then evict {leaves // 2}",
        ]
    page = f"page size {one['page']}"
    if one["pool"]:
        chunk = f", {one['chunk']} prompt tokens at a time" if one["chunk"] else ""
        head = [f"a pool of {one['pool']} slots, {page}{chunk}", "request 0 is the oldest running"]
    else:
        clock = f", {one['pace']} calls in a row get one tick" if one["pace"] > 1 else ""
        head = [f"{page}; inserts bring the slots {FIRST_SLOT}, {FIRST_SLOT + 1}, ...{clock}"]
    return [*head, *map(call, one["ops"])]
