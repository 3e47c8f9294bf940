"""A radix tree of cached prefixes: sizes, hits, nodes, what an eviction frees."""

import random
from fractions import Fraction

from grader.quiz.question import Question, with_unit


class _Tree:
    """What is cached, as the set of prefixes that a node stands for, each with its last use.

    A node stands wherever a call ended: there the edge was split, or a leaf hung.
    """

    def __init__(self) -> None:
        self.used: dict[str, int] = {}  # prefix of a node -> tick of the last call on its path
        self.tick = 0

    def cached(self, tokens: str) -> int:
        """Return how many leading tokens are cached."""
        return max((_common(prefix, tokens) for prefix in self.used), default=0)

    def insert(self, tokens: str) -> int:
        """Cache `tokens`; return how many were cached before."""
        found = self.cached(tokens)
        self.tick += 1
        for end in {found, len(tokens)} - {0}:
            self.used[tokens[:end]] = self.tick
        for prefix in self.used:
            if tokens.startswith(prefix):
                self.used[prefix] = self.tick
        return found

    def size(self) -> int:
        """Return how many tokens are stored."""
        return len({prefix[:end] for prefix in self.used for end in range(1, len(prefix) + 1)})

    def above(self, prefix: str) -> str:
        """Return the node above, "" for the root."""
        return max(
            (p for p in self.used if p != prefix and prefix.startswith(p)), key=len, default=""
        )

    def oldest_leaf(self) -> str:
        """Return the leaf that was used least recently."""
        inner = {self.above(prefix) for prefix in self.used}
        return min(self.used.keys() - inner, key=lambda prefix: self.used[prefix])


def radix_size(rng: random.Random) -> Question:
    """Tokens stored after some inserts."""
    sequences = _sequences(rng)
    tree, lines = _grown(sequences)
    stored = [len(tokens) for tokens in sequences]
    hits = _hits(sequences)
    fresh = [a - b for a, b in zip(stored, hits, strict=True)]
    lines.append(f"{' + '.join(map(str, fresh))} = {with_unit(tree.size(), 'tokens')}")
    text = f"{_grow(sequences)} How many tokens does it hold then?"
    return _question(text, sequences, tree.size(), "tokens", lines)


def radix_hit(rng: random.Random) -> Question:
    """How much of the last one was there."""
    sequences = _sequences(rng)
    found = _hits(sequences)[-1]
    _, lines = _grown(sequences[:-1])
    last = sequences[-1]
    lines.append(f"{last}: {with_unit(found, 'tokens')} ({last[:found] or 'nothing'}) cached")
    text = f"{_grow(sequences)} How many tokens of the last one were cached before it came?"
    return _question(text, sequences, found, "tokens", lines)


def radix_nodes(rng: random.Random) -> Question:
    """Nodes after splits."""
    sequences = _sequences(rng)
    tree, lines = _grown(sequences)
    names = ", ".join(sorted(tree.used))
    lines.append(f"a node stands for each of {names}: {with_unit(len(tree.used), 'nodes')}")
    text = (
        f"{_grow(sequences)} An edge is split where a sequence ends or leaves it. How many nodes"
        " does it have then, without the root?"
    )
    return _question(text, sequences, len(tree.used), "nodes", lines)


def radix_pages(rng: random.Random) -> Question:
    """Only whole pages match."""
    page = rng.choice([2, 3])
    stored = _digits(rng, rng.randint(6, 10))
    common = rng.randint(page, len(stored) - 1)
    other = str(int(stored[common]) % 4 + 1)
    asked = stored[:common] + other + _digits(rng, rng.randint(1, 3))
    answer = common // page * page
    text = (
        f"A radix cache with pages of {page} tokens has stored {stored} (a digit is a token)."
        f" How many tokens of {asked} does it find?"
    )
    lines = [
        f"{stored} and {asked} agree in {stored[:common]}, {common} tokens",
        f"whole pages of {page}: {common // page} * {page} = {answer} tokens",
    ]
    asks = _question(text, [stored, asked], answer, "tokens", lines)
    asks.numbers["page"] = page
    return asks


def radix_locked(rng: random.Random) -> Question:
    """A lock protects the whole path."""
    sequences = _sequences(rng)
    tree, lines = _grown(sequences)
    locked = rng.choice(sequences)
    answer = tree.size() - len(locked)
    text = (
        f"{_grow(sequences)} A running request locks {locked}, which protects all of it. How many"
        " tokens can be evicted at most?"
    )
    lines += [
        f"it holds {with_unit(tree.size(), 'tokens')}",
        f"{tree.size()} - {len(locked)} locked = {with_unit(answer, 'tokens')}",
    ]
    asks = _question(text, sequences, answer, "tokens", lines)
    asks.numbers["locked"] = locked
    return asks


def radix_evict(rng: random.Random) -> Question:
    """Whole leaves go, the least recently used first."""
    sequences = _sequences(rng)
    tree, lines = _grown(sequences)
    asked = rng.randint(2, max(2, tree.size() - 2))
    freed = 0
    while freed < asked:
        leaf = tree.oldest_leaf()
        part = leaf[len(tree.above(leaf)) :]
        freed += len(part)
        lines.append(f"oldest leaf {part} (of {leaf}): {len(part)}, together {freed} tokens")
        del tree.used[leaf]
    text = (
        f"{_grow(sequences)} An edge is split where a sequence ends or leaves it, and each insert"
        f" counts as a use of its whole path. Then {asked} tokens are to be freed: whole leaves go,"
        " the least recently used first, until that many or more are free; a node without children"
        " is a leaf. How many tokens become free?"
    )
    asks = _question(text, sequences, freed, "tokens", lines)
    asks.numbers["asked"] = asked
    return asks


def _question(
    text: str, sequences: list[str], answer: int, unit: str, lines: list[str]
) -> Question:
    return Question(text, {"sequences": [*sequences]}, Fraction(answer), unit, tuple(lines))


def _grow(sequences: list[str]) -> str:
    return (
        f"Into an empty radix cache (a digit is a token, pages of 1) go {', '.join(sequences)},"
        " in that order."
    )


def _grown(sequences: list[str]) -> tuple[_Tree, list[str]]:
    tree, lines = _Tree(), list[str]()
    for tokens in sequences:
        found = tree.insert(tokens)
        lines.append(f"{tokens}: {found} cached, {len(tokens) - found} new")
    return tree, lines


def _hits(sequences: list[str]) -> list[int]:
    tree = _Tree()
    return [tree.insert(tokens) for tokens in sequences]


def _sequences(rng: random.Random) -> list[str]:
    """Draw a few different sequences; each after the first begins like an earlier one."""
    sequences = [_digits(rng, rng.randint(4, 6))]
    while len(sequences) < 4:
        old = rng.choice(sequences)
        tokens = old[: rng.randint(1, len(old))] + _digits(rng, rng.randint(1, 3))
        if tokens not in sequences:
            sequences.append(tokens)
    return sequences


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("1234") for _ in range(count))


def _common(one: str, other: str) -> int:
    most = min(len(one), len(other))
    return next((i for i in range(most) if one[i] != other[i]), most)


QUESTIONS = (radix_size, radix_hit, radix_nodes, radix_pages, radix_locked, radix_evict)
