"""First attempt: the scheduler of the other drill, carried over: a step prefills or decodes."""

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
        left = self.token_budget
        crowded = len(self.waiting) + len(self.running) > 1
        cap = self.chunk_cap if self.chunk_cap and crowded else left
        tokens, admitted, preempted = {}, [], []
        # prefill: whoever has a prompt to compute
        for request in list(self.running):
            n = min(self.total(request) - request.computed, cap, left)
            if n > 1:
                tokens[request.rid] = n
                left -= n
        while self.waiting and left > 0 and len(self.running) < self.max_seqs:
            request = self.waiting[0]
            n = min(self.total(request), cap, left)
            if self.blocks(self.total(request)) > self.free:
                break
            self.waiting.popleft()
            self.running.append(request)
            request.state = "running"
            tokens[request.rid] = n
            admitted.append(request.rid)
            left -= n
            self.take(request, n)
        if not tokens:
            # decode: one token for everybody
            for request in self.running[:left]:
                tokens[request.rid] = 1
        for rid, n in tokens.items():
            request = self.known[rid]
            if rid not in admitted:
                self.take(request, n)
            request.computed += n
        sample = [rid for rid in tokens if self.known[rid].computed == self.total(self.known[rid])]
        return Plan(tokens, sample, admitted, preempted, self.free)

    def total(self, request):
        return len(request.prompt) + len(request.output)

    def blocks(self, n):
        return (n + self.block_size - 1) // self.block_size

    def take(self, request, n):
        need = max(0, self.blocks(request.computed + n) - request.held)
        self.free -= need
        request.held += need

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
