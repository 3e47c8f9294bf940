"""Random schedules for a runner: any packing, any chunks, preemption, shared pages."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from gpu_checks.protocol import Row, Runner


@dataclass
class Request:
    """One request on its way through a random schedule."""

    number: int
    tokens: list[int]
    length: int  # tokens with which it is finished
    table: list[int] = field(default_factory=list)
    cached: int = 0


@dataclass
class Traffic:
    """Plays requests on a runner, as a scheduler that throws dice would."""

    runner: Runner
    dice: random.Random
    owners: Counter[int] = field(default_factory=Counter)  # of each page
    seen: Counter[str] = field(default_factory=Counter)  # what happened, so that a test can ask

    def play(self, prompts: Sequence[Sequence[int]], wanted: int) -> list[list[int]]:
        """Return the tokens of each request, prompt and `wanted` more."""
        requests = [Request(i, list(p), len(p) + wanted) for i, p in enumerate(prompts)]
        while live := [r for r in requests if len(r.tokens) < r.length]:
            rows: dict[int, Row] = {}
            for request in self.dice.sample(live, self.dice.randint(1, min(8, len(live)))):
                row = self.schedule(request, [r for r in live if r.number not in rows])
                if row is not None:
                    rows[request.number] = row
            self.settle(requests, list(rows.values()))
        return [r.tokens for r in requests]

    def schedule(self, request: Request, others: Sequence[Request]) -> Row | None:
        """Return a random chunk of a request, for which pages may be taken from others."""
        if not request.table:
            self.share(request, others)
        rest = len(request.tokens) - request.cached
        count = self.dice.choice([rest, self.dice.randint(1, rest)])
        pages = -(-(request.cached + count) // self.runner.page_size) - len(request.table)
        while len(free := [p for p in range(self.runner.pages) if not self.owners[p]]) < pages:
            victims = [r for r in others if r.table and r is not request]
            if not victims:
                return None
            self.release(self.dice.choice(victims))
            self.seen["preempted"] += 1
        taken = self.dice.sample(free, max(pages, 0))
        self.owners.update(taken)
        self.runner.poison(taken)
        request.table += taken
        end = request.cached + count
        self.seen["chunk" if end < len(request.tokens) else "last"] += 1
        tokens = tuple(request.tokens[request.cached : end])
        sample = end == len(request.tokens)
        return Row(request.number, tokens, request.cached, tuple(request.table), sample)

    def share(self, request: Request, others: Sequence[Request]) -> None:
        """Take over the full pages that another request has of the same prefix."""
        size = self.runner.page_size
        for other in others:
            most = min(other.cached, len(request.tokens) - 1) // size
            for pages in range(most, 0, -1):
                if other.tokens[: pages * size] == request.tokens[: pages * size]:
                    request.table = other.table[:pages]
                    request.cached = pages * size
                    self.owners.update(request.table)
                    self.seen["shared"] += 1
                    return

    def settle(self, requests: Sequence[Request], rows: Sequence[Row]) -> None:
        """Run a step and note what it computed."""
        for row, token in zip(rows, self.runner.step(rows), strict=True):
            request = requests[row.request]
            request.cached += len(row.tokens)
            if row.sample:
                request.tokens.append(token)
            if len(request.tokens) == request.length:
                self.release(request)

    def release(self, request: Request) -> None:
        """Give all pages of a request back."""
        self.owners.subtract(request.table)
        request.table = []
        request.cached = 0


def alone(runner: Runner, prompt: Sequence[int], wanted: int, number: int = 0) -> list[int]:
    """Return the tokens of a request that has the runner to itself."""
    table = tuple(range(runner.pages))
    tokens = list(prompt)
    start = 0
    for _ in range(wanted):
        tokens += runner.step([Row(number, tuple(tokens[start:]), start, table, True)])
        start = len(tokens) - 1
    return tokens
