"""The queues are two heaps by order of arrival; `waiting` and `running` are sorted lists of them.

Odd: who came last is the victim and who came first the head, since the queues one after the other
are always in that order; free blocks are a set of numbers kept on the requests; grants are yielded
by two generators; an ended request loses its attributes of state.
"""

from heapq import heapify, heappop, heappush
from itertools import count

from given import Plan


class BudgetScheduler:
    def __init__(self, **sizes):
        self.sizes = {"chunk_cap": 0, "eos": None, "full_fit": True, "watermark": 0} | sizes
        self.number = count()
        self.people = {}  # rid -> request, in order of arrival
        self.young, self.old = [], []  # heaps of (±arrival, rid): who waits, who runs
        self.unused = set(range(sizes["num_blocks"]))

    def __getattr__(self, name):
        try:
            return self.__dict__["sizes"][name]
        except KeyError:
            raise AttributeError(name) from None

    @property
    def waiting(self):
        return [self.people[rid] for _, rid in sorted(self.young)]

    @property
    def running(self):
        return [self.people[rid] for _, rid in sorted(self.old, reverse=True)]

    @property
    def free(self):
        return len(self.unused)

    def add(self, request):
        if not request.prompt or request.max_tokens < 1 or request.rid in self.people:
            raise ValueError(f"refused: {request}")
        if self.over(len(request.prompt) + request.max_tokens - 1) > self.num_blocks:
            raise ValueError(f"refused, too long: {request.rid}")
        request.number, request.blocks = next(self.number), []
        self.people[request.rid] = request
        heappush(self.young, (request.number, request.rid))

    def over(self, tokens):
        return len(range(0, tokens, self.block_size))

    def step(self):
        crowd = len(self.young) + len(self.old)
        bound = self.chunk_cap if crowd > 1 and self.chunk_cap else self.token_budget
        before = {request.rid for request in self.running}
        tokens, lost = {}, []
        for request, n in self.grants(bound, tokens, lost):
            tokens[request.rid] = n
            request.computed += n
            while len(request.blocks) < self.over(request.computed):
                request.blocks.append(self.unused.pop())
            request.held = len(request.blocks)
        sample = [rid for rid in tokens if not self.gap(self.people[rid])]
        return Plan(
            tokens=tokens,
            sample=sample,
            admitted=[rid for rid in tokens if rid not in before],
            preempted=lost,
            free=len(self.unused),
        )

    def gap(self, request):
        return len(request.prompt) + len(request.output) - request.computed

    def grants(self, bound, tokens, lost):
        """Yield who gets how many tokens; go on when they are booked."""
        for turn in (self.for_old, self.for_young):
            yield from turn(bound, lambda: self.token_budget - sum(tokens.values()), lost)

    def short(self, request, n, spare=0):
        return self.over(request.computed + n) - request.held + spare > len(self.unused)

    def for_old(self, bound, left, lost):
        for request in self.running:
            n = min(self.gap(request), bound, left())
            if n == 0 or request.rid in lost:
                return
            while self.short(request, n):
                _, rid = heappop(self.old)
                lost.append(rid)
                victim = self.people[rid]
                self.let_go(victim)
                victim.state, victim.computed = "preempted", 0
                victim.preemptions += 1
                heappush(self.young, (victim.number, rid))
                if victim is request:
                    return
            yield request, n

    def for_young(self, bound, left, lost):
        while self.young and not lost and left() and len(self.old) < self.max_seqs:
            request = self.people[self.young[0][1]]
            n = min(self.gap(request), bound, left())
            spare = self.watermark * (self.old != [])
            if self.short(request, self.gap(request) if self.full_fit else n, spare):
                return
            heappop(self.young)
            heappush(self.old, (-request.number, request.rid))
            request.state = "running"
            yield request, n

    def let_go(self, request):
        self.unused.update(request.blocks)
        request.blocks, request.held = [], 0

    def update(self, plan, sampled):
        for name in sorted({*plan.sample} ^ {*sampled}):
            raise ValueError(f"{name}: sampled {sampled.get(name)}, asked for {plan.sample}")
        for rid, token in sampled.items():
            self.people[rid].output.append(token)
        ends = {rid: "length" for rid in sampled if self.is_full(self.people[rid])}
        ends |= {rid: "stop" for rid, token in sampled.items() if token == self.eos}
        self.old = [pair for pair in self.old if pair[1] not in ends]
        heapify(self.old)
        for rid in ends:
            request = self.people[rid]
            self.let_go(request)
            del request.state, request.computed
        return ends

    def is_full(self, request):
        return len(request.output) == request.max_tokens
