"""Keeps no count of free blocks: `free` is a property over the requests. Odd: queues are rebound."""

from collections import deque

from given import Plan, Request


class BudgetScheduler:
    def __init__(self, **options):
        self.o = {"chunk_cap": 0, "eos": None, "full_fit": True, "watermark": 0, **options}
        self.waiting = deque()
        self.running = []
        self.everybody = {}

    @property
    def free(self):
        return self.o["num_blocks"] - sum(r.held for r in self.everybody.values())

    def add(self, request: Request):
        size = self.o["block_size"]
        if not request.prompt or request.max_tokens < 1 or request.rid in self.everybody:
            raise ValueError(repr(request))
        if len(request.prompt) + request.max_tokens - 1 > size * self.o["num_blocks"]:
            raise ValueError(request.rid)
        self.everybody[request.rid] = request
        self.waiting = deque([*self.waiting, request])

    def step(self):
        crowd = len(self.waiting) + len(self.running)
        self.cap = self.o["chunk_cap"] if crowd > 1 else 0
        self.tokens, self.lost, self.new = {}, [], []
        for request in tuple(self.running):
            if request in self.running and self.left() and not self.serve(request):
                break
        while not self.lost and self.waiting and self.left() and self.admit(self.waiting[0]):
            pass
        for rid, n in self.tokens.items():
            self.everybody[rid].computed += n
        sample = [rid for rid in self.tokens if not self.rest(self.everybody[rid])]
        return Plan(dict(self.tokens), tuple(sample), tuple(self.new), tuple(self.lost), self.free)

    def left(self):
        return self.o["token_budget"] - sum(self.tokens.values())

    def rest(self, request):
        return len(request.prompt) + len(request.output) - request.computed

    def chunk(self, request):
        return min(self.rest(request), self.left(), self.cap or self.left())

    def shortage(self, request, n):
        have = request.held * self.o["block_size"]
        return max(0, -((have - request.computed - n) // self.o["block_size"]))

    def serve(self, request):
        n = self.chunk(request)
        while self.shortage(request, n) > self.free:
            *self.running, victim = self.running
            victim.computed = victim.held = 0
            victim.state, victim.preemptions = "preempted", victim.preemptions + 1
            self.waiting = deque([victim, *self.waiting])
            self.lost.append(victim.rid)
            if victim is request:
                return False
        request.held += self.shortage(request, n)
        self.tokens[request.rid] = n
        return True

    def admit(self, request):
        if len(self.running) >= self.o["max_seqs"]:
            return False
        n = self.chunk(request)
        asked = self.rest(request) if self.o["full_fit"] else n
        spare = self.o["watermark"] if self.running else 0
        if self.shortage(request, asked) + spare > self.free:
            return False
        request.held += self.shortage(request, n)
        request.state = "running"
        self.waiting = deque(list(self.waiting)[1:])
        self.running = [*self.running, request]
        self.new.append(request.rid)
        self.tokens[request.rid] = n
        return True

    def update(self, plan, sampled):
        wrong = set(plan.sample).symmetric_difference(sampled)
        if wrong:
            raise ValueError(", ".join(wrong))
        ends = {}
        for rid, token in sampled.items():
            request = self.everybody[rid]
            request.output = [*request.output, token]
            if token == self.o["eos"]:
                ends[rid] = "stop"
            elif len(request.output) == request.max_tokens:
                ends[rid] = "length"
        self.running = [r for r in self.running if r.rid not in ends]
        for rid in ends:
            self.everybody[rid].held = 0
        return ends
