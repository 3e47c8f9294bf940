"""Which rule the first difference of a run breaks: always exactly one.

Left out: whether a rule was at stake at all (`rules.py`).
"""

from grader.properties.blocks.ledger import Ledger
from grader.properties.blocks.parting import Parting, complaints, hash_faults
from grader.properties.blocks.shapes import VALUE_ERROR, Number

BYTE = 255  # the largest token id that fits into one


def rule_of(parting: Parting) -> str:
    """Return the rule that this difference breaks."""
    op = parting.op
    if hash_faults(parting.got):
        return "R1"
    if op is None:
        return (
            "R9" if parting.got["answers"] == ["done", "done"] == parting.must["answers"] else "R10"
        )
    judges = {
        "take": _blame_take,
        "force": _blame_allocate,
        "ask": _blame_ask,
        "run": _blame_run,
        "grow": _blame_grow,
        "free": _blame_free,
        "crowd": _blame_crowd,
    }
    return judges[op["do"]](parting)


def _blame_ask(parting: Parting) -> str:
    if parting.must["answers"] != parting.got["answers"]:
        return _blame_look(parting)
    return "R4"  # asking changes nothing


def _blame_take(parting: Parting) -> str:
    if parting.must["answers"][0] != parting.got["answers"][0]:
        return _blame_look(parting)
    if len(parting.must["answers"]) == 1:
        return "R4"
    return _blame_allocate(parting)


def _blame_look(parting: Parting) -> str:
    """Tell why can_allocate answers another number."""
    book, name, got = parting.book, parting.name, parting.got["answers"][0]
    hits = book.hits(name)
    if not isinstance(got, int):
        if isinstance(got, dict) and max(book.tokens[name]) > BYTE:
            return "R3"  # a token id that does not fit into how tokens are kept
        return "R2" if isinstance(got, dict) and book.log else "R4"
    if got >= book.count(name):
        return "R2"  # the last block is never matched
    if got > len(hits):
        return _blame_false_hit(book, name, got)
    if 0 <= got < len(hits):
        if _was_refused(parting):
            return "R10"
        return "R6" if got == _first_free(book, hits) else "R2"
    return "R6" if got == -1 and _short_of_free_hits(book, name, hits) else "R4"


def _was_refused(parting: Parting) -> bool:
    """Return whether a call before was refused, and may have left a mark."""
    return any(VALUE_ERROR in step["answers"] for step in parting.trail)


def _short_of_free_hits(book: Ledger, name: str, hits: list[int]) -> bool:
    """Return whether there is room, but not for whom the hits end at the first free one."""
    seen = _first_free(book, hits)
    return book.has_room(name, hits) and not book.has_room(name, hits[:seen])


def _first_free(book: Ledger, hits: list[int]) -> int:
    """Return how many hits stand before the first one that nobody holds."""
    free = set(book.free)
    return next((i for i, block in enumerate(hits) if block in free), len(hits))


def _blame_false_hit(book: Ledger, name: str, got: int) -> str:
    """Tell why the first block of a sequence that is no hit was taken for one."""
    i = len(book.hits(name))
    prefix = book.prefix(name, i)
    one = book.entry(book.key(prefix))
    if one is not None and one.prefix != prefix:
        return "R3"
    known = [entry for entry in book.log if book.alive(entry)]
    if got == _revived(book, name) != _registered(book, name):
        return "R5"  # an older block with the same hash does not get the entry back
    later = [book.prefix(name, j) for j in range(i + 1, book.count(name) - 1)]
    if any(entry.prefix in later for entry in known):
        return "R2"  # the look-up went on behind a miss
    same = [entry for entry in known if entry.prefix[-book.size :] == prefix[-book.size :]]
    if same:
        return "R1"  # equal tokens after another prefix
    gone = any(entry.prefix == prefix for entry in book.log)
    return "R5" if gone else "R9"  # overwritten since; or nothing known


def _revived(book: Ledger, name: str) -> int:
    """Return how many leading blocks were hits if a block kept its hash for good."""
    held = {entry.prefix for entry in book.log if book.alive(entry)}
    prefixes = [book.prefix(name, i) for i in range(book.count(name) - 1)]
    return next((i for i, one in enumerate(prefixes) if one not in held), len(prefixes))


def _registered(book: Ledger, name: str) -> int:
    """Return how many blocks are registered wherever they stand, also behind a miss."""
    prefixes = [book.prefix(name, i) for i in range(book.count(name) - 1)]
    entries = [(one, book.entry(book.key(one))) for one in prefixes]
    return sum(1 for one, entry in entries if entry is not None and entry.prefix == one)


def _blame_allocate(parting: Parting) -> str:
    must, got = parting.must["answers"][-1], parting.got["answers"][-1]
    if must == VALUE_ERROR:
        return "R10"
    if must != got:
        book, op = parting.book, parting.op
        count = op["n"] if op and op["do"] == "force" else 0
        # Subtle: "so many are not cached", said where one of them is free, is not about allocate.
        unseen = got == VALUE_ERROR and set(book.hits(parting.name)[:count]) & set(book.free)
        if unseen:
            return "R10" if _was_refused(parting) else "R6"
        return "R5"
    if parting.differs == {"map"} and _registered_early(parting):
        return "R8"
    return "R5" if parting.differs - {"other"} else "R9"


def _registered_early(parting: Parting) -> bool:
    """Return whether the map differs only by blocks that were just handed out."""
    must, got = parting.must["state"], parting.got["state"]
    if must is None or got is None:
        return False
    book, name = parting.book, parting.name
    own: dict[Number, object] = {
        block: 0 if book.hash == "default" else book.key(book.prefix(name, i))
        for i, block in enumerate(must["tables"][name])
    }
    known = [*must["map"], *book.state()["map"]]
    extra = [pair for pair in got["map"] if pair not in known]
    return bool(extra) and all(own.get(block, "none") == key for key, block in extra)


def _blame_run(parting: Parting) -> str:
    if parting.must["answers"] != parting.got["answers"]:
        return "R8"
    if parting.differs & {"map", "cached"}:
        return "R1" if _wrongly_hashed(parting) or _weakly_hashed(parting) else "R8"
    return "R8" if any(text.startswith("hash_blocks") for text in complaints(parting.got)) else "R9"


def _weakly_hashed(parting: Parting) -> bool:
    """Return whether a block lost its entry to one of another prefix: the default hash is weak.

    Either it was registered by an earlier step, or this one registered its last block and another.
    """
    must, got = parting.must["state"], parting.got["state"]
    if parting.book.hash != "default" or must is None or got is None:
        return False
    known, held = ({pair[1] for pair in state["map"]} for state in (must, got))
    before = {entry.block for entry in parting.book.log if parting.book.alive(entry)}
    filled = [block for block in must["tables"][parting.name] if block in known - before]
    if not held < known or not filled or filled[-1] not in held:
        return False
    return bool((known - held) & before) or len(held.intersection(filled)) > 1


def _wrongly_hashed(parting: Parting) -> bool:
    """Return whether a block is registered under a hash that is not its own, or is not full."""
    must, got = parting.must["state"], parting.got["state"]
    if must is None or got is None:
        return False
    book, name = parting.book, parting.name
    for pair in got["map"]:
        if pair in must["map"] or pair[1] not in book.tables[name]:
            continue
        i = book.tables[name].index(pair[1])
        full = (i + 1) * book.size <= len(book.tokens[name])
        if not full or (book.hash != "default" and pair[0] != book.key(book.prefix(name, i))):
            return True
    return False


def _blame_grow(parting: Parting) -> str:
    must, got = parting.must["answers"], parting.got["answers"]
    if must[:2] != got[:2]:
        return "R7"
    if must[-1] == VALUE_ERROR:
        return "R10"
    if any(text.startswith("can_append") for text in complaints(parting.got)):
        return "R7"  # asking changes nothing
    return "R7" if must != got or parting.differs - {"other", "cached"} else "R9"


def _blame_free(parting: Parting) -> str:
    if not parting.book.tables[parting.name]:
        return "R10"
    if parting.must["answers"] != parting.got["answers"]:
        return "R6"
    return "R6" if parting.differs - {"other"} else "R9"


def _blame_crowd(_: Parting) -> str:
    # What breaks a rule shows in a small scenario too; the sum of a large one names none.
    return "R9"
