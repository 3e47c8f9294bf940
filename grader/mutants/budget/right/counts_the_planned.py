"""Counts those planned in this step against max_seqs, and goes on after a request preempted itself. Both make no difference. Odd: `computed` and `state` of a finished request are reset."""

from collections import deque

from given import Plan, Request


class BudgetScheduler:
    def __init__(self, *, num_blocks, block_size, token_budget, max_seqs, chunk_cap=0, eos=None,
                 full_fit=True, watermark=0):
        self.num_blocks = num_blocks
        self.block_size = block_size
        self.token_budget = token_budget
        self.max_seqs = max_seqs
        self.chunk_cap = chunk_cap
        self.eos = eos
        self.full_fit = full_fit
        self.watermark = watermark
        self.waiting = deque()
        self.running = []
        self.free = num_blocks
        self.known = {}

    def add(self, request):
        if not request.prompt or request.max_tokens < 1 or request.rid in self.known:
            raise ValueError(f"cannot add {request}")
        blocks = -(-(len(request.prompt) + request.max_tokens - 1) // self.block_size)
        if blocks > self.num_blocks:
            raise ValueError(f"{request.rid} needs {blocks} blocks, there are {self.num_blocks}")
        self.known[request.rid] = request
        self.waiting.append(request)

    def step(self):
        self.cap = self.chunk_cap if len(self.waiting) + len(self.running) >= 2 else 0
        self.left = self.token_budget
        self.tokens, self.out = {}, []
        index = 0
        while index < len(self.running):
            request = self.running[index]
            n = self.wanted(request)
            if n and self.find_blocks(request, n):
                self.give(request, n)
                index += 1
            elif not n:
                index += 1
        joined = []
        while not self.out and self.waiting and self.left and len(self.tokens) < self.max_seqs:
            request = self.waiting.popleft()
            n = self.wanted(request)
            ask = self.need(request, self.total(request) if self.full_fit else n)
            if ask > self.free - (self.watermark if self.tokens else 0):
                self.waiting.appendleft(request)
                break
            self.running += [request]
            request.state = "running"
            self.give(request, n)
            joined += [request.rid]
        sample = [rid for rid in self.tokens if self.known[rid].computed == self.total(self.known[rid])]
        return Plan(self.tokens, sample, joined, self.out, self.free)

    def wanted(self, request):
        n = self.total(request) - request.computed
        for bound in (self.cap, self.left):
            if n > bound and not (bound is self.cap and self.cap == 0):
                n = bound
        return n

    def find_blocks(self, request, n):
        while self.need(request, n) > self.free:
            victim = self.running[-1]
            del self.running[-1]
            self.free, victim.held, victim.computed = self.free + victim.held, 0, 0
            victim.state = "preempted"
            victim.preemptions += 1
            self.waiting.appendleft(victim)
            self.out += [victim.rid]
            if victim is request:
                return False
        return True

    def give(self, request, n):
        need = self.need(request, n)
        self.free -= need
        request.held += need
        request.computed += n
        self.left -= n
        self.tokens[request.rid] = n

    def total(self, request):
        return len(request.prompt) + len(request.output)

    def blocks(self, n):
        return -(-n // self.block_size)

    def need(self, request, n):
        return max(0, self.blocks(request.computed + n) - request.held)

    def update(self, plan, sampled):
        for rid in set(plan.sample) | set(sampled):
            if rid not in sampled or rid not in plan.sample:
                raise ValueError(f"{rid} is sampled or asked for, not both")
        done = {}
        for rid in plan.sample:
            request = self.known[rid]
            token = sampled[rid]
            request.output.append(token)
            if self.eos is not None and token == self.eos:
                done[rid] = "stop"
            elif len(request.output) >= request.max_tokens:
                done[rid] = "length"
        for rid in done:
            request = self.known[rid]
            self.running.remove(request)
            self.free += request.held
            request.held = 0
            request.state = "waiting"
            request.computed = 0
        return done
