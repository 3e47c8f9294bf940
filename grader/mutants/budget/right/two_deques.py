"""Both queues are deques and new ones after every call; a hierarchy of pool, queues and passes.

Odd: states and reasons are members of a StrEnum; the plan is a subclass of Plan; a request that has
ended keeps None for its state and -1 for `computed`; `held` is never counted but made from
`computed`; extra attributes on a request.
"""

from collections import deque
from enum import StrEnum

from given import Plan


class State(StrEnum):
    RUNNING = "running"
    PREEMPTED = "preempted"


class Reason(StrEnum):
    STOP = "stop"
    LENGTH = "length"



class Draft(Plan):
    """A plan that is written as it grows."""

    def __init__(self):
        super().__init__({}, (), (), (), -1)

    def note(self, field, rid):
        object.__setattr__(self, field, (*getattr(self, field), rid))


class Pool:
    def __init__(self, *, num_blocks, block_size, **rest):
        self.num_blocks, self.block_size = num_blocks, block_size
        self.taken = 0
        super().__init__(**rest)

    @property
    def free(self):
        return self.num_blocks - self.taken

    def pages(self, tokens):
        return (tokens + self.block_size - 1) // self.block_size

    def resize(self, request, tokens):
        self.taken += self.pages(tokens) - request.held
        request.held = self.pages(tokens)


class Queues:
    def __init__(self, *, max_seqs):
        self.max_seqs = max_seqs
        self.waiting, self.running = deque(), deque()
        self.by_rid = {}

    def add(self, request):
        if len(request.prompt) == 0 or request.max_tokens <= 0 or request.rid in self.by_rid:
            raise ValueError(f"{request.rid} cannot be added")
        self.fits_alone(request)
        self.by_rid[request.rid] = request
        self.waiting = self.waiting + deque([request])

    def move(self, request, source, target, *, front):
        setattr(self, source, deque(r for r in getattr(self, source) if r is not request))
        others = getattr(self, target)
        setattr(self, target, deque([request, *others] if front else [*others, request]))


class BudgetScheduler(Pool, Queues):
    def __init__(
        self, *, token_budget, chunk_cap=0, eos=None, full_fit=True, watermark=0, **shape
    ):
        super().__init__(**shape)
        self.token_budget, self.chunk_cap, self.eos = token_budget, chunk_cap, eos
        self.full_fit, self.watermark = full_fit, watermark

    def fits_alone(self, request):
        need = self.pages(len(request.prompt) + request.max_tokens - 1)
        if need > self.num_blocks:
            raise ValueError(f"{request.rid} needs {need} of {self.num_blocks} blocks")

    def step(self):
        draft = Draft()
        least = [self.token_budget]
        if self.chunk_cap and len(self.waiting) + len(self.running) > 1:
            least.append(self.chunk_cap)
        todo = deque(self.running)
        while todo and self.left(draft):
            request = todo.popleft()
            request.wish = min(self.missing(request), self.left(draft), *least)
            while self.lacks(request, request.wish) and self.running:
                victim = self.running[-1]
                if victim is not request:
                    todo.pop()
                self.preempt(victim, draft)
                if victim is request:
                    todo.clear()
                    request.wish = 0
            if request.wish:
                self.plan(request, draft)
        while not draft.preempted and self.waiting and self.left(draft):
            request = self.waiting[0]
            request.wish = min(self.missing(request), self.left(draft), *least)
            ask = self.missing(request) if self.full_fit else request.wish
            spare = self.watermark if self.running else 0
            if len(self.running) == self.max_seqs or self.lacks(request, ask, spare):
                break
            self.move(request, "waiting", "running", front=False)
            request.state = State.RUNNING
            draft.note("admitted", request.rid)
            self.plan(request, draft)
        object.__setattr__(draft, "free", self.free)
        return draft

    def left(self, draft):
        return self.token_budget - sum(draft.tokens.values())

    def missing(self, request):
        return len(request.prompt + request.output) - request.computed

    def lacks(self, request, tokens, spare=0):
        return self.pages(request.computed + tokens) - request.held + spare > self.free

    def plan(self, request, draft):
        request.computed += request.wish
        self.resize(request, request.computed)
        draft.tokens[request.rid] = request.wish
        if not self.missing(request):
            draft.note("sample", request.rid)

    def preempt(self, victim, draft):
        self.resize(victim, 0)
        victim.computed, victim.state = 0, State.PREEMPTED
        victim.preemptions += 1
        self.move(victim, "running", "waiting", front=True)
        draft.note("preempted", victim.rid)

    def update(self, plan, sampled):
        for rid in (*plan.sample, *sampled):
            if (rid in plan.sample) != (rid in sampled):
                raise ValueError(f"what about {rid}?")
        ended = {}
        for rid in sorted(sampled, reverse=True):
            request = self.by_rid[rid]
            request.output.append(sampled[rid])
            reason = Reason.LENGTH if len(request.output) >= request.max_tokens else ""
            reason = Reason.STOP if sampled[rid] == self.eos else reason
            if reason:
                ended[rid] = reason
                self.resize(request, 0)
                self.running = deque(r for r in self.running if r is not request)
                request.state, request.computed = None, -1
        return ended
