"""What each operation changes in the ledger and what it must answer, told without the reference.

Left out: the messages of exceptions, which `parting.py` reads.
"""

from collections.abc import Callable
from typing import cast

from grader.properties.blocks.ledger import Entry, Ledger
from grader.properties.blocks.shapes import VALUE_ERROR, Answer, Op, Scenario, State, Step, Verb

TOGETHER = 12  # of a crowd hold blocks at the same time


def do(book: Ledger, op: Op) -> list[Answer] | None:
    """Do one operation; return what must be answered, None when it is skipped."""
    book.time += 1
    return OPERATIONS[op["do"]](book, op["seq"], op["n"])


def predict(scenario: Scenario) -> list[Step]:
    """Return what must be observed, by the ledger alone (without messages of exceptions)."""
    if scenario["blocks"] < 1 or scenario["size"] < 1:
        return [_step(-1, [VALUE_ERROR], None)]
    book = Ledger(scenario)
    steps = [_step(-1, ["done", "done"], book.state())]
    for index, op in enumerate(scenario["ops"]):
        answers = do(book, op)
        if answers is not None:
            steps.append(_step(index, answers, book.state()))
            if answers[-1] == -1 and op["do"] == "crowd":
                break
    return steps


def _step(op: int, answers: list[Answer], state: State | None) -> Step:
    return {"op": op, "answers": answers, "state": state, "said": "", "line": 0}


def _ask(book: Ledger, name: str, _: int) -> list[Answer] | None:
    """R2 to R4: the number of hits, or -1."""
    if book.tables[name]:
        return None
    hits = book.hits(name)
    return [len(hits) if book.has_room(name, hits) else -1]


def _take(book: Ledger, name: str, less: int) -> list[Answer] | None:
    """Ask, then allocate with that many hits, less some."""
    asked = _ask(book, name, 0)
    if asked is None or asked == [-1]:
        return asked
    return [*asked, *_force(book, name, max(0, cast(int, asked[0]) - less))]


def _force(book: Ledger, name: str, count: int) -> list[Answer]:
    """R5 and R10: a new table, or ValueError."""
    hits = book.hits(name)
    if book.tables[name] or not 0 <= count <= len(hits):
        return [VALUE_ERROR]
    if not book.has_room(name, hits[:count]):
        return [VALUE_ERROR]
    others = [block for block in book.free if block not in hits[:count]]
    new = others[: book.count(name) - count]
    book.tables[name] = hits[:count] + new
    book.cached[name] = count * book.size
    _forget(book, new)
    return ["done"]


def _run(book: Ledger, name: str, count: int) -> list[Answer] | None:
    """R8: the blocks that these tokens fill are registered."""
    left = len(book.tokens[name]) - book.cached[name]
    if not book.tables[name] or left == 0 or name in book.blocked:
        return None
    before = book.cached[name]
    book.cached[name] += min(count, left) or left
    for i in range(book.count(name)):
        if before < (i + 1) * book.size <= book.cached[name]:
            prefix = book.prefix(name, i)
            book.register(Entry(book.time, book.key(prefix), prefix, book.tables[name][i]))
    return ["done"]


def _grow(book: Ledger, name: str, token: int) -> list[Answer] | None:
    """R7: one more token, and a block where the table has no place for it."""
    if name not in book.blocked:
        if not book.tables[name] or book.cached[name] < len(book.tokens[name]):
            return None
        book.tokens[name].append(token)
    book.blocked.discard(name)
    if len(book.tokens[name]) > len(book.tables[name]) * book.size:
        if not book.free:
            book.blocked.add(name)
            return ["no", "no", VALUE_ERROR]
        new = book.free[0]
        book.tables[name].append(new)
        _forget(book, [new])
    return ["yes", "yes", "done"]


def _free(book: Ledger, name: str, _: int) -> list[Answer]:
    """R6: the table in reverse."""
    table, book.tables[name] = book.tables[name], []
    refs = book.refs
    for place, block in enumerate(reversed(table)):
        if refs[block] == 0:
            book.freed_at[block] = book.time * 1000 + place
    book.cached[name] = 0
    book.blocked.discard(name)
    return ["done"]


def _crowd(book: Ledger, name: str, count: int) -> list[Answer] | None:
    """Take and compute many sequences with this prefix, at most 12 at a time."""
    if book.tables[name]:
        return None
    skipped, names = 0, [f"{name}{i}" for i in range(count)]
    for i, one in enumerate(names):
        if i >= TOGETHER:
            _leave(book, names[i - TOGETHER])
        book.tokens[one] = [*book.tokens[name], 1000 + i]
        book.tables[one], book.cached[one] = [], 0
        if _take(book, one, 0) == [-1]:
            return [skipped, -1]
        skipped += book.cached[one]
        book.time += 1
        _run(book, one, 0)
    for one in names[-TOGETHER:]:
        _leave(book, one)
    return [skipped, "done"]


def _leave(book: Ledger, name: str) -> None:
    book.time += 1
    _free(book, name, 0)
    del book.tokens[name], book.tables[name], book.cached[name]


def _forget(book: Ledger, blocks: list[int]) -> None:
    for block in blocks:
        book.taken_at[block] = book.time


OPERATIONS: dict[Verb, Callable[[Ledger, str, int], list[Answer] | None]] = {
    "take": _take,
    "force": _force,
    "ask": _ask,
    "run": _run,
    "grow": _grow,
    "free": _free,
    "crowd": _crowd,
}
