"""Play the incident: a server whose requests share KV slots through a radix tree.

    python incident.py

prints a line an event and then what the operator saw. Exit code 1 while there is something to see.
The slots, the model and this file are right.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

MASK = (1 << 32) - 1


class Strange(Exception):
    """What the operator saw."""


def chain(value: int, token: int) -> int:
    """Return the KV of a token behind a prefix whose last KV is `value`."""
    return (value * 69069 + token + 1) & MASK


class Server:
    """A pool of slots, the tree over them, and the requests that run."""

    def __init__(self, case: dict[str, Any]) -> None:
        given: Any = import_module("given")
        cache: Any = import_module("eviction")
        self.case = case
        self.new_request = given.Request
        self.free = list(range(case["slots"]))
        self.tree = cache.RequestCache(self._give_back, case["page_size"])
        self.kv: dict[int, int] = {}  # slot -> KV
        self.running: dict[str, Any] = {}
        self.step = self.computed = 0

    def run(self) -> None:
        """Play all events; raise Strange at the first thing that an operator would see."""
        for event in self.case["events"]:
            self.step += 1
            try:
                getattr(self, f"_{event['do']}")(event)
            except Strange:
                raise
            except Exception as error:
                what = f"{type(error).__name__}: {error}".rstrip(": ")
                raise Strange(f"the server died in step {self.step}: {what}") from error
            self._print(event)
            self._look()
        usual = self.case.get("computed", self.computed)
        if self.computed > usual:
            raise Strange(f"{self.computed} tokens were computed where {usual} used to do")

    def _start(self, event: dict[str, Any]) -> None:
        """Match, lock, make room, compute what is not cached, hand it to the tree."""
        tokens = [*event["tokens"]]
        cached, node = self.tree.match_prefix(tokens[:-1])
        self.tree.inc_lock_ref(node)
        slots = cached + self._take(len(tokens) - len(cached))
        request = self.new_request([*tokens], slots, len(cached), node)
        self._write(request, len(cached))
        self.running[event["name"]] = request
        self.tree.cache_unfinished(request)

    def _chunk(self, event: dict[str, Any]) -> None:
        """Compute the next piece of a prompt and hand it to the tree."""
        request, first = self.running[event["name"]], len(self.running[event["name"]].slots)
        request.tokens += event["tokens"]
        request.slots = [*request.slots, *self._take(len(event["tokens"]))]
        self._write(request, first)
        self.tree.cache_unfinished(request)

    def _decode(self, event: dict[str, Any]) -> None:
        request = self.running[event["name"]]
        request.tokens.append(event["token"])
        request.slots = [*request.slots, *self._take(1)]
        self._write(request, len(request.slots) - 1)

    def _finish(self, event: dict[str, Any]) -> None:
        self.tree.cache_finished(self.running.pop(event["name"]))

    def _take(self, count: int) -> list[int]:
        """Take slots from the pool; what is missing is evicted first."""
        missing = count - len(self.free)
        if missing > 0:
            self._give_back(self.tree.evict(missing))
        if len(self.free) < count:
            have, total = len(self.free), self.tree.total_size()
            raise Strange(f"step {self.step}: {count} slots wanted, {have} free, {total} cached")
        taken, self.free = self.free[:count], self.free[count:]
        return taken

    def _give_back(self, slots: list[int]) -> None:
        self.free = sorted([*self.free, *slots])

    def _write(self, request: Any, first: int) -> None:
        value = self.kv.get(request.slots[first - 1], 0) if first else 1
        for token, slot in zip(request.tokens[first:], request.slots[first:], strict=True):
            value = self.kv[slot] = chain(value, token)
        self.computed += len(request.slots) - first

    def _look(self) -> None:
        for name, request in sorted(self.running.items()):
            value = 1
            for number, (token, slot) in enumerate(
                zip(request.tokens, request.slots, strict=False), 1
            ):
                value = chain(value, token)
                if self.kv.get(slot) != value:
                    what = f"{name} reads KV of somebody else at its token {number}"
                    raise Strange(f"after step {self.step} {what}")
        twice = [slot for slot in set(self.free) if self.free.count(slot) > 1]
        if twice:
            raise Strange(f"after step {self.step} slot {twice[0]} is in the pool twice")
        own = sum(len(r.slots) - r.protected_len for r in self.running.values())
        seen = len(self.free) + self.tree.total_size() + own
        if seen != self.case["slots"]:
            word = "fewer" if seen < self.case["slots"] else "more"
            difference = abs(seen - self.case["slots"])
            raise Strange(
                f"after step {self.step} there are {difference} slots {word} than at the start"
            )

    def _print(self, event: dict[str, Any]) -> None:
        told = " ".join(
            str(event[key]) for key in ("do", "name", "token", "tokens") if key in event
        )
        state = f"free {self.free}  evictable {self.tree.evictable_size()}"
        state += f"  protected {self.tree.protected_size()}  computed {self.computed}"
        say(f"step {self.step:<3} {told:<34} {state}")
        for name, request in sorted(self.running.items()):
            say(f"{'':9}{name} runs: tokens {request.tokens} in slots {request.slots}")
        for node, depth in self._nodes():
            say(f"{'':9}{'  ' * depth}{[*node.key]} in {node.value}, locks {node.lock_ref}")

    def _nodes(self) -> list[tuple[Any, int]]:
        found, todo = list[tuple[Any, int]](), [(self.tree.root, 0)]
        while todo:
            node, depth = todo.pop()
            if depth:
                found.append((node, depth))
            below = sorted(node.children.values(), key=lambda child: child.key, reverse=True)
            todo += [(child, depth + 1) for child in below]
        return found


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def main() -> int:
    """Play the incident that lies beside this file."""
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here))
    case = json.loads((here / "incident.json").read_text(encoding="utf-8"))
    try:
        Server(case).run()
    except Strange as strange:
        say(f"\nSEEN: {strange}")
        return 1
    say("\nNothing strange was seen.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
