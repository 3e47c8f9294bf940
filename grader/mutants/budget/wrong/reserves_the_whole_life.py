"""First attempt: takes the blocks for prompt and max_tokens at admission, so that nobody is ever preempted."""

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
        busy = len(self.waiting) + len(self.running) >= 2
        left = self.token_budget
        tokens, admitted = {}, []
        for request in self.running:
            n = self.size(request, busy, left)
            if n:
                tokens[request.rid] = n
                left -= n
        while self.waiting and left > 0 and len(self.running) < self.max_seqs:
            request = self.waiting[0]
            life = len(request.prompt) + request.max_tokens - 1
            need = -(-life // self.block_size)
            if need + (self.watermark if self.running else 0) > self.free:
                break
            self.free -= need
            request.held = need
            self.running.append(self.waiting.popleft())
            request.state = "running"
            n = self.size(request, busy, left)
            tokens[request.rid] = n
            admitted.append(request.rid)
            left -= n
        sample = []
        for rid, n in tokens.items():
            request = self.known[rid]
            request.computed += n
            if request.computed == len(request.prompt) + len(request.output):
                sample.append(rid)
        return Plan(tokens, sample, admitted, [], self.free)

    def size(self, request, busy, left):
        n = len(request.prompt) + len(request.output) - request.computed
        if busy and self.chunk_cap:
            n = min(n, self.chunk_cap)
        return min(n, left)

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
