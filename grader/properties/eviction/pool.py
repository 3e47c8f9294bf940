"""Level 2 by the rules: the slot pool and the running requests."""

from dataclasses import dataclass, field

from grader.properties.eviction.claims import Claim
from grader.properties.eviction.freed import claim_eviction
from grader.properties.eviction.model import Model
from grader.properties.eviction.shapes import Answer
from grader.properties.eviction.words import told


@dataclass
class Running:
    """A request as the rules say it is; `prompt` counts its prompt tokens."""

    tokens: list[int]
    slots: list[int]
    protected: int
    prompt: int


@dataclass
class Pool:
    """Slots, requests and the tree as the rules say they are, and what an operation must answer."""

    model: Model
    size: int
    chunk: int
    free: set[int] = field(default_factory=set[int])
    running: list[Running] = field(default_factory=list[Running])
    given: list[int] = field(default_factory=list[int])

    def take(self, need: int, evicted: Answer) -> tuple[list[int] | None, Claim | None]:
        """Take the lowest free slots; follow what the run evicted where some are missing."""
        missing = need - len(self.free)
        if missing > 0:
            cached = {slot for slots in self.model.slots.values() for slot in slots}
            before = self.model.copy()
            claim = claim_eviction(self.model, missing, evicted)
            if claim:
                return None, _blamed(before, claim, evicted)
            self.free |= cached - {s for slots in self.model.slots.values() for s in slots}
        elif evicted != []:
            return None, Claim("R11", "nothing evicted", told([evicted], "frees"))
        if need > len(self.free):
            return None, None
        taken = sorted(self.free)[:need]
        self.free.difference_update(taken)
        return taken, None

    def to_compute(self, request: Running) -> int:
        """Return how many prompt tokens come next."""
        left = request.prompt - len(request.slots)
        return min(left, self.chunk) if self.chunk else left

    def computed(self, request: Running, sampled: int) -> None:
        """Let the prompt be computed further, and the tree be told."""
        self.model.by = "R10"
        if len(request.slots) == request.prompt:
            request.tokens.append(sampled)
        tokens = request.tokens[: len(request.slots)]
        cached = self.model.insert(tokens, request.slots)
        self.give(request.slots[request.protected : cached])
        self.model.held.remove(tuple(tokens[: request.protected]))
        prefix = self.model.match(tokens)
        self.model.held.append(prefix)
        request.slots[: len(prefix)] = self.model.all_slots(prefix)
        request.protected = len(prefix)

    def finish(self, request: Running) -> None:
        """Let a request end."""
        self.model.by = "R9"
        tokens = request.tokens[: len(request.slots)]
        cached = self.model.insert(tokens, request.slots)
        whole = len(tokens) - len(tokens) % self.model.page
        self.give(request.slots[request.protected : cached] + request.slots[whole:])
        self.model.held.remove(tuple(tokens[: request.protected]))

    def give(self, slots: list[int]) -> None:
        """Give slots back."""
        self.given += slots
        self.free.update(slots)


CALLS = {"R9": "cache_finished", "R10": "cache_unfinished"}


def _blamed(before: Model, claim: Claim, evicted: Answer) -> Claim:
    """Lay a wrong eviction at the door of the call whose use of the leaf went unnoticed."""
    rule = before.passed_over(evicted) if isinstance(evicted, list) else ""
    if rule not in CALLS:
        return Claim("R11", claim.must, claim.got)
    return Claim(rule, claim.must, f"{claim.got}, which {CALLS[rule]} has used since")
