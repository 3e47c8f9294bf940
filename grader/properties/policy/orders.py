"""The order that level 1 asks for, and how it comes about.

Left out: which rule another order breaks (`claims.py`).
"""

from grader.properties.policy.shapes import Entry, OrderScenario, Prompt, Tokens


class Must:
    """The order that the contract asks for, and how it comes about."""

    def __init__(self, case: OrderScenario) -> None:
        waiting = requests_of(case["waiting"])
        self.rids = [entry["rid"] for entry in waiting]
        self.limit, self.check = case.get("limit", 128), case.get("check", 32)
        self.defer = case.get("defer", 32)
        self.prompts = [tokens_of(entry["prompt"]) for entry in waiting]
        self.is_sorted = case["policy"] == "lpm" and len(self.rids) <= self.limit
        self.matched: list[int] = []
        self.status = [""] * len(self.rids)
        self.order = self.rids
        if self.is_sorted:
            self._sort([tokens_of(prompt) for prompt in case["cache"]])

    def _sort(self, cache: list[Tokens]) -> None:
        self.matched = [max((num_shared(p, c) for c in cache), default=0) for p in self.prompts]
        remembered: list[Tokens] = []
        for place, (prompt, match) in enumerate(zip(self.prompts, self.matched, strict=True)):
            if match > self.check:
                self.status[place] = "warm"
            elif any(num_shared(prompt, other) >= self.defer for other in remembered):
                self.status[place] = "deferred"
            else:
                self.status[place] = "remembered"
                remembered.append(prompt)
        places = range(len(self.rids))
        keys = [(s == "deferred", 0 if s == "deferred" else -m) for s, m in self._both()]
        self.order = [self.rids[place] for place in sorted(places, key=lambda p: (*keys[p], p))]

    def _both(self) -> list[tuple[str, int]]:
        return list(zip(self.status, self.matched, strict=True))

    def shares_nothing(self) -> bool:
        """Return whether no two prompts have a token in common, so that nothing can be deferred."""
        all_tokens = [token for prompt in self.prompts for token in set(prompt)]
        return self.defer > 0 and len(all_tokens) == len(set(all_tokens))

    def defers_nobody(self) -> bool:
        """Return whether nothing is deferred, shared tokens or not."""
        return "deferred" not in self.status

    def is_deferral(self, order: list[str]) -> bool:
        """Return whether an order is what deferring some of the requests could make of the list."""
        by_match = sorted(self.rids, key=lambda rid: -self.matched[self.rids.index(rid)])
        return any(
            order[:first] == [rid for rid in by_match if rid in order[:first]]
            and order[first:] == [rid for rid in self.rids if rid in order[first:]]
            for first in range(len(order))
        )

    def picture(self) -> str | None:
        """Return the state of each request, where it matters."""
        if not self.is_sorted or len(self.rids) > 12:
            return None
        return "\n".join(
            f"{rid}  match {match}, {status}"
            for rid, match, status in zip(self.rids, self.matched, self.status, strict=True)
        )


def offending(case: OrderScenario) -> list[str]:
    """Return the values that the contract refuses."""
    bad = [] if case["policy"] in ("fcfs", "lpm") else [case["policy"]]
    numbers = (case.get("limit", 128), case.get("check", 32), case.get("defer", 32))
    bad += [str(number) for number in numbers if number < 0]
    rids = [entry["rid"] for entry in requests_of(case["waiting"])]
    return bad + sorted({rid for rid in rids if rids.count(rid) > 1})


def requests_of(waiting: list[Entry]) -> list[Entry]:
    """Return the requests, one an entry: A with 3 copies is A, A.2, A.3."""
    return [
        {**entry, "rid": f"{entry['rid']}.{number}" if number > 1 else entry["rid"]}
        for entry in waiting
        for number in range(1, 1 + entry.get("copies", 1))
    ]


def tokens_of(prompt: Prompt) -> Tokens:
    """Return the tokens: [[7, 3], [8, 1]] are 7 7 7 8."""
    return tuple(token for token, count in prompt for _ in range(count))


def num_shared(one: Tokens, other: Tokens) -> int:
    """Return how many tokens two prompts share at their beginning."""
    if one[:1] != other[:1]:
        return 0
    length = min(len(one), len(other))
    return next((place for place in range(1, length) if one[place] != other[place]), length)
