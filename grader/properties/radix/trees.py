"""What can differ in the tree after a call."""

from grader.properties.radix.nodes import handles_of, nodes_of, prefixes_of, slots_of
from grader.properties.radix.pairs import Found, Pair
from grader.properties.radix.picture import trees_told
from grader.properties.radix.shapes import Number, RuleId, Step, Tree
from grader.properties.radix.words import listed


def linked(pair: Pair) -> Found:
    """Tell whether each child hangs from its parent under the first page of its key."""
    rows = nodes_of(pair.got)
    for i, (prefix, row) in enumerate(zip(prefixes_of(rows), rows, strict=True)):
        name = f"the node for {listed(prefix)}" if prefix else "the root"
        if row.note:
            wanted = "hangs where its parent and its key say"
            if row.note.startswith("filed"):
                wanted = f"filed under {_page(row.key, pair.case['page_size'])}"
            return "R3", f"{name}: {wanted}", f"{name}: {row.note}"
        if isinstance(row.key, str) or isinstance(row.value, str):
            held = f"{name}: key {row.key}, value {row.value}"
            return "R3", f"{name}: a tuple of tokens, a list of slots", held
        if i and not row.key:
            return "R3", "only the root has an empty edge", f"an empty edge below {name}"
        if len(row.key) != len(row.value):
            sizes = f"{len(row.key)} tokens, {len(row.value)} slots"
            return "R3", f"{name}: a slot for each token", f"{name}: {sizes}"
    return None


def _page(key: list[Number] | str, page: int) -> str:
    """Return the first page of a key as a Python programmer would write it."""
    return str(key[0] if page == 1 else tuple(key[:page]))


def content(pair: Pair) -> Found:
    """Tell whether the tree holds the right slots for the right tokens."""
    must, got = slots_of(pair.must), slots_of(pair.got)
    return None if must == got else trees_told(pair, pair.rule)


def paged(pair: Pair) -> Found:
    """Tell whether each edge holds whole pages, with a slot a token."""
    page = pair.case["page_size"]
    for row in nodes_of(pair.got):
        if len(row.key) % page:
            edge = f"an edge of {len(row.key)} tokens: {listed(row.key)}"
            return "R3", f"every edge is a multiple of {page} tokens", edge
    return None


def sized(pair: Pair) -> Found:
    """Tell whether total_size counts all tokens."""
    must, got = pair.must["size"], pair.got["size"]
    if must == got:
        return None
    rule: RuleId = "R6" if got == "raises RecursionError" else "R3"
    return rule, f"total_size() is {must}", f"total_size() is {got}"


def kept(pair: Pair) -> Found:
    """Tell whether nodes that were handed out still stand for what they stood for."""
    must, got = handles_of(pair.must), handles_of(pair.got)
    for one, other in zip(must, got, strict=False):
        if one != other:
            name = f"the node for {listed(one or ())} that the caller holds"
            now = "is not in the tree any more" if other is None else f"stands for {listed(other)}"
            return "R4", f"{name}\nstill stands for it", f"{name}\n{now}"
    return None


def timeless(step: Step) -> Tree | None:
    """Return the tree without its times."""
    return None if step["tree"] is None else {**step["tree"], "tick": []}
