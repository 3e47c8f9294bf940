"""First attempt: walks over a copy of running, so a victim is still served in the same step."""

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
        cap = self.chunk_cap if len(self.waiting) + len(self.running) >= 2 else 0
        left = self.token_budget
        tokens, admitted, preempted = {}, [], []
        for request in list(self.running):
            if left == 0:
                break
            n = self.wanted(request, cap, left)
            while self.need(request, n) > self.free:
                victim = self.running.pop()
                self.give_back(victim)
                preempted.append(victim.rid)
                if victim is request:
                    break
            if request.rid in preempted and not self.running:
                break
            if self.need(request, n) <= self.free:
                self.take(request, n)
                tokens[request.rid] = n
                left -= n
        if not preempted:
            while self.waiting and left and len(self.running) < self.max_seqs:
                request = self.waiting[0]
                n = self.wanted(request, cap, left)
                spare = self.watermark if self.running else 0
                if self.full_fit and self.blocks(self.total(request)) + spare > self.free:
                    break
                if self.need(request, n) + spare > self.free:
                    break
                self.running.append(self.waiting.popleft())
                request.state = "running"
                self.take(request, n)
                tokens[request.rid] = n
                admitted.append(request.rid)
                left -= n
        sample = []
        for rid, n in tokens.items():
            self.known[rid].computed += n
            if self.known[rid].computed == self.total(self.known[rid]):
                sample.append(rid)
        return Plan(tokens, sample, admitted, preempted, self.free)

    def wanted(self, request, cap, left):
        n = self.total(request) - request.computed
        return min(n, cap, left) if cap else min(n, left)

    def take(self, request, n):
        need = self.need(request, n)
        self.free -= need
        request.held += need

    def give_back(self, victim):
        self.free += victim.held
        victim.held = victim.computed = 0
        victim.state = "preempted"
        victim.preemptions += 1
        self.waiting.appendleft(victim)

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
            request.state = "finished"
        return done
