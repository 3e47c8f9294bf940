"""Classes: a block ledger whose `free` is counted from what is held; passes as objects."""

from __future__ import annotations

import math
from collections import OrderedDict, deque
from collections.abc import Iterable

from given import Plan, Request


class Draft:
    """A plan in the making."""

    __slots__ = ("left", "cap", "tokens", "admitted", "preempted", "planned")

    def __init__(self, left: int, cap: float) -> None:
        self.left = left
        self.cap = cap
        self.tokens: OrderedDict[str, int] = OrderedDict()
        self.admitted: list[str] = []
        self.preempted: list[str] = []
        self.planned: list[Request] = []

    def share(self, request: Request) -> int:
        missing = len(request.prompt) + len(request.output) - request.computed
        return sorted((missing, self.cap, self.left))[0]

    def grant(self, request: Request, n: int) -> None:
        self.tokens[request.rid] = n
        self.planned.append(request)
        self.left -= n


class RunningPass:
    def __init__(self, owner: BudgetScheduler) -> None:
        self.owner = owner

    def __call__(self, draft: Draft) -> None:
        for request in tuple(self.owner.running):
            if not draft.left or request.state != "running":
                return
            n = draft.share(request)
            if not self.secure(request, n, draft):
                return
            draft.grant(request, n)

    def secure(self, request: Request, n: int, draft: Draft) -> bool:
        while self.owner.need(request, n) > self.owner.free:
            victim = self.owner.running.pop()
            victim.held = victim.computed = 0
            victim.state = "preempted"
            victim.preemptions += 1
            self.owner.waiting.appendleft(victim)
            draft.preempted.append(victim.rid)
            if victim is request:
                return False
        request.held += self.owner.need(request, n)
        return True


class WaitingPass:
    def __init__(self, owner: BudgetScheduler) -> None:
        self.owner = owner

    def __call__(self, draft: Draft) -> None:
        owner = self.owner
        while not draft.preempted and owner.waiting and draft.left:
            if len(owner.running) >= owner.max_seqs:
                break
            request = owner.waiting[0]
            n = draft.share(request)
            spare = owner.watermark if len(owner.running) else 0
            wish = owner.need(request, n)
            if owner.full_fit:
                wish = max(wish, owner.blocks(len(request.prompt) + len(request.output)))
            if wish > owner.free - spare:
                break
            owner.running.append(owner.waiting.popleft())
            request.state = "running"
            request.held = owner.need(request, n)
            draft.admitted.append(request.rid)
            draft.grant(request, n)


class BudgetScheduler:
    """See the stub."""

    def __init__(
        self,
        *,
        num_blocks: int,
        block_size: int,
        token_budget: int,
        max_seqs: int,
        chunk_cap: int = 0,
        eos: int | None = None,
        full_fit: bool = True,
        watermark: int = 0,
    ) -> None:
        self.num_blocks = num_blocks
        self.block_size = block_size
        self.token_budget = token_budget
        self.max_seqs = max_seqs
        self.chunk_cap = chunk_cap
        self.eos = eos
        self.full_fit = full_fit
        self.watermark = watermark
        self.waiting: deque[Request] = deque()
        self.running: deque[Request] = deque()
        self.known: dict[str, Request] = {}
        self.passes = (RunningPass(self), WaitingPass(self))

    @property
    def free(self) -> int:
        return self.num_blocks - sum(request.held for request in self.running)

    def add(self, request: Request) -> None:
        if not request.prompt or request.max_tokens < 1 or request.rid in self.known:
            raise ValueError(f"cannot add {request}")
        blocks = -(-(len(request.prompt) + request.max_tokens - 1) // self.block_size)
        if blocks > self.num_blocks:
            raise ValueError(f"{request.rid} needs {blocks} blocks, there are {self.num_blocks}")
        self.known[request.rid] = request
        self.waiting.append(request)

    def blocks(self, tokens: int) -> int:
        return math.ceil(tokens / self.block_size)

    def need(self, request: Request, n: int) -> int:
        return max(0, self.blocks(request.computed + n) - request.held)

    def step(self) -> Plan:
        many = len(self.waiting) + len(self.running) > 1
        draft = Draft(self.token_budget, self.chunk_cap if self.chunk_cap and many else math.inf)
        for each in self.passes:
            each(draft)
        for request in draft.planned:
            request.computed += draft.tokens[request.rid]
        sample = [r.rid for r in draft.planned if r.computed == len(r.prompt) + len(r.output)]
        return Plan(draft.tokens, sample, draft.admitted, draft.preempted, self.free)

    def update(self, plan: Plan, sampled: dict[str, int]) -> dict[str, str]:
        if set(plan.sample) ^ set(sampled):
            raise ValueError(f"a token each for {sorted(plan.sample)}, got {sorted(sampled)}")
        done = OrderedDict(self._verdicts(plan.sample, sampled))
        self.running = deque(r for r in self.running if r.rid not in done)
        return done

    def _verdicts(
        self, rids: Iterable[str], sampled: dict[str, int]
    ) -> Iterable[tuple[str, str]]:
        for rid in rids:
            request = self.known[rid]
            request.output.append(sampled[rid])
            match sampled[rid], len(request.output) == request.max_tokens:
                case token, _ if token == self.eos:
                    why = "stop"
                case _, True:
                    why = "length"
                case _:
                    continue
            request.held, request.state, request.computed = 0, "finished: " + why, -1
            yield rid, why
