"""Serves one request and calls itself for the rest. Odd: plan.tokens is a subclass of dict, update walks the sampled dict."""

from collections import OrderedDict, deque

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
        self.plan = OrderedDict()
        self.cap = self.chunk_cap if len(self.waiting) + len(self.running) >= 2 else 0
        lost = self.serve(0, self.token_budget, ())
        used = sum(self.plan.values())
        new = () if lost else self.admit(self.token_budget - used, ())
        for rid, n in self.plan.items():
            self.known[rid].computed += n
        sample = tuple(r for r in self.plan if self.known[r].computed == self.total(self.known[r]))
        return Plan(self.plan, sample, new, lost, self.free)

    def serve(self, index, left, lost):
        if left == 0 or index == len(self.running):
            return lost
        request = self.running[index]
        n = self.portion(request, left)
        need = self.need(request, n)
        if need <= self.free:
            self.grant(request, n, need)
            return self.serve(index + 1, left - n, lost)
        victim = self.running.pop()
        self.free += victim.held
        victim.held = 0
        victim.computed = 0
        victim.state = "preempted"
        victim.preemptions += 1
        self.waiting.appendleft(victim)
        lost = (*lost, victim.rid)
        return lost if victim is request else self.serve(index, left, lost)

    def admit(self, left, new):
        if left == 0 or not self.waiting or len(self.running) >= self.max_seqs:
            return new
        request = self.waiting[0]
        n = self.portion(request, left)
        need = self.need(request, n)
        spare = self.watermark if self.running else 0
        whole = self.blocks(self.total(request)) if self.full_fit else 0
        if max(whole, need) + spare > self.free:
            return new
        self.running.append(self.waiting.popleft())
        request.state = "running"
        self.grant(request, n, need)
        return self.admit(left - n, (*new, request.rid))

    def portion(self, request, left):
        rest = self.total(request) - request.computed
        return min(rest, left) if not self.cap else min(rest, left, self.cap)

    def grant(self, request, n, need):
        self.free -= need
        request.held += need
        self.plan[request.rid] = n

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
