"""The tree by the rules, as a plain table of cached prefixes: no radix tree, and no reference."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from grader.properties.eviction.shapes import NodeSeen, Number, Prefix
from grader.properties.eviction.words import words


@dataclass
class Model:
    """Cached prefixes in whole pages, each with the slots of its last page and a time.

    A node ends at each prefix in `ends`; it reaches up to the next end above it. `held` has one
    entry for each lock that is held, so the lock_ref of a node is how many of them begin with it.
    `known` is what was matched, as far as no eviction can have taken it. `by` is the rule of the
    call that is going on, `used` that of the last call that used a prefix. `refused` holds the
    nodes whose unlock was refused since they were used.
    """

    page: int
    pace: int
    lower: bool  # whether a split refreshes its lower half too
    slots: dict[Prefix, list[int]] = field(default_factory=dict[Prefix, list[int]])
    time: dict[Prefix, int] = field(default_factory=dict[Prefix, int])
    ends: set[Prefix] = field(default_factory=set[Prefix])
    held: list[Prefix] = field(default_factory=list[Prefix])
    known: list[Prefix] = field(default_factory=list[Prefix])
    used: dict[Prefix, str] = field(default_factory=dict[Prefix, str])
    refused: set[Prefix] = field(default_factory=set[Prefix])
    calls: int = 0
    by: str = "R11"

    def copy(self) -> "Model":
        """Return a model that goes its own way from here."""
        table = dict(self.slots), dict(self.time), set(self.ends), list(self.held)
        known = list(self.known), dict(self.used), set(self.refused)
        return Model(self.page, self.pace, self.lower, *table, *known, self.calls, self.by)

    def match(self, tokens: Sequence[int]) -> Prefix:
        """Use and cut the longest cached prefix; return it."""
        now = self.calls // self.pace
        self.calls += 1
        found: Prefix = ()
        for prefix in self.pages(tuple(tokens)):
            if prefix not in self.slots:
                break
            found = prefix
        if found and found not in self.ends:
            if self.lower:
                rest = min((e for e in self.ends if begins(e, found)), key=len)
                self._use([p for p in self.pages(rest) if len(p) > len(found)], now)
            self.ends.add(found)
        self._use(self.pages(found), now)
        self.known.append(found)
        return found

    def _use(self, prefixes: list[Prefix], now: int) -> None:
        self.time.update((p, now) for p in prefixes)
        self.used.update((p, self.by) for p in prefixes)
        self.refused.difference_update(prefixes)

    def insert(self, tokens: Sequence[int], slots: Sequence[int]) -> int:
        """Match, and cache what is new; return how many tokens were cached."""
        found = self.match(tokens)
        now = (self.calls - 1) // self.pace
        new = [p for p in self.pages(tuple(tokens)) if len(p) > len(found)]
        for prefix in new:
            self.slots[prefix] = list(slots[len(prefix) - self.page : len(prefix)])
        self._use(new, now)
        self.known.pop()  # only what match_prefix returns can be locked
        self.ends.update(new[-1:])
        return len(found)

    def pages(self, tokens: Prefix) -> list[Prefix]:
        """Return the prefixes of whole pages, short to long, without the empty one."""
        return [tokens[:n] for n in range(self.page, len(tokens) + 1, self.page)]

    def all_slots(self, prefix: Prefix) -> list[int]:
        """Return the slots of a cached prefix."""
        return [slot for p in self.pages(prefix) for slot in self.slots[p]]

    def lock_ref(self, end: Prefix) -> int:
        """Return how many held locks protect the node that ends here."""
        return sum(begins(one, end) for one in self.held)

    def above(self, end: Prefix) -> Prefix:
        """Return where the parent of a node ends."""
        return max((e for e in self.ends if e != end and begins(end, e)), key=len, default=())

    def node_slots(self, end: Prefix) -> list[int]:
        """Return the slots of one node."""
        return self.all_slots(end)[len(self.above(end)) :]

    def oldest(self) -> list[Prefix]:
        """Return the unlocked leaves that may go next: more than one when they are equally old."""
        inner = {self.above(end) for end in self.ends}
        leaves = [e for e in self.ends if e not in inner and not self.lock_ref(e)]
        least = min((self.time[leaf] for leaf in leaves), default=0)
        return sorted(leaf for leaf in leaves if self.time[leaf] == least)

    def remove(self, leaf: Prefix) -> list[int]:
        """Take a leaf out; return its slots."""
        gone, above = self.node_slots(leaf), self.above(leaf)
        for prefix in self.pages(leaf):
            if len(prefix) > len(above):
                del self.slots[prefix], self.time[prefix]
        self.ends.remove(leaf)
        return gone

    def evict(self, count: int) -> list[int]:
        """Evict as the rules say, by any choice that they leave."""
        freed: list[int] = []
        while len(freed) < count and (oldest := self.oldest()):
            freed += self.remove(oldest[0])
        return freed

    def follow(self, freed: Sequence[Number], count: int) -> bool:
        """Evict as the run did; return False when the rules do not allow that."""
        done = 0
        while done < count and (oldest := self.oldest()):
            first = freed[done] if done < len(freed) else None
            leaf = next((leaf for leaf in oldest if first in self.node_slots(leaf)), None)
            if leaf is None:
                return False
            gone = self.remove(leaf)
            if sorted(map(str, freed[done : done + len(gone)])) != sorted(map(str, gone)):
                return False
            done += len(gone)
        return done == len(freed)

    def passed_over(self, freed: Sequence[Number]) -> str:
        """Return by which rule's call the first leaf was used that went before its turn, or ""."""
        left = self.copy()
        todo = list(freed)
        while todo:
            leaf = next((end for end in left.ends if todo[0] in left.node_slots(end)), None)
            if leaf is None or left.lock_ref(leaf):
                return ""
            if leaf not in left.oldest():
                return left.used[leaf]
            todo = todo[len(left.remove(leaf)) :]
        return ""

    def is_after_refusal(self, freed: Sequence[Number]) -> bool:
        """Return whether the first leaf out of turn, or one passed over, lies on a refused path."""
        left, todo = self.copy(), list(freed)
        while todo:
            leaf = next((end for end in left.ends if todo[0] in left.node_slots(end)), None)
            if leaf is None:
                return False
            if leaf not in left.oldest():
                leaves = [leaf, *left.oldest()]
                return any(begins(a, b) or begins(b, a) for a in leaves for b in self.refused)
            todo = todo[len(left.remove(leaf)) :]
        return False

    def locked_slots(self) -> set[int]:
        """Return the slots that a lock protects."""
        return {slot for one in self.held for slot in self.all_slots(one)}

    def sizes(self) -> list[int]:
        """Return evictable, protected and total size."""
        locked = len(self.locked_slots())
        total = len(self.slots) * self.page
        return [total - locked, locked, total]

    def tree(self) -> list[NodeSeen]:
        """Return the nodes as the driver sees them."""
        nodes: list[NodeSeen] = []
        path: list[Prefix] = []
        for end in sorted(self.ends):  # a node comes right before those below it
            while path and not begins(end, path[-1]):
                path.pop()
            start = len(path[-1]) if path else 0
            nodes.append(
                {
                    "depth": len(path),
                    "key": list(end[start:]),
                    "slots": list(self.all_slots(end)[start:]),
                    "lock": self.lock_ref(end),
                }
            )
            path.append(end)
        return nodes

    def picture(self) -> str:
        """Return the tree as indented text, a node a line."""
        if not self.ends:
            return "the tree is empty"
        rows: list[tuple[str, str, str]] = []
        for end, node in zip(sorted(self.ends), self.tree(), strict=True):
            locks = f"locks {node['lock']}" if node["lock"] else "unlocked"
            slots = f"slots {words(node['slots'])}"
            left = "  " * node["depth"] + words(node["key"])
            rows.append((left, slots, f"{locks}, used at {self.time[end] + (self.pace == 1)}"))
        wide, slots_wide = (max(len(row[i]) for row in rows) for i in (0, 1))
        return "\n".join(f"{a:<{wide}}   {b:<{slots_wide}}   {c}" for a, b, c in rows)


def begins(one: Prefix, with_this: Prefix) -> bool:
    """Return whether `one` is `with_this` or continues it."""
    return one[: len(with_this)] == with_this
