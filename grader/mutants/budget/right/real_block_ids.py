"""Hands out block numbers from a free list and keeps a table for each request. Odd: one loop serves both queues."""

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
        self.ids = list(range(num_blocks))
        self.tables = {}
        self.known = {}

    @property
    def free(self):
        return len(self.ids)

    def add(self, request):
        if not request.prompt or request.max_tokens < 1 or request.rid in self.known:
            raise ValueError(f"cannot add {request}")
        blocks = -(-(len(request.prompt) + request.max_tokens - 1) // self.block_size)
        if blocks > self.num_blocks:
            raise ValueError(f"{request.rid} needs {blocks} blocks, there are {self.num_blocks}")
        self.known[request.rid] = request
        self.waiting.append(request)

    def step(self):
        crowd = [*self.running, *self.waiting]
        cap = self.chunk_cap if self.chunk_cap and crowd[1:] else self.token_budget
        tokens, sample, admitted, preempted = {}, [], [], []
        left = self.token_budget
        for request in crowd:
            if left == 0 or request.rid in preempted:
                break
            total = len(request.prompt) + len(request.output)
            n = min(total - request.computed, cap, left)
            table = self.tables.setdefault(request.rid, [])
            need = self.pages(request.computed + n) - len(table)
            if request in self.running:
                while need > len(self.ids) and request.rid not in preempted:
                    preempted.append(self.evict())
                if request.rid in preempted:
                    break
            else:
                asks = self.pages(total) if self.full_fit else need
                asks += self.watermark * bool(self.running)
                if preempted or len(self.running) == self.max_seqs or asks > len(self.ids):
                    break
                self.waiting.popleft()
                self.running.append(request)
                request.state = "running"
                admitted.append(request.rid)
            for _ in range(need):
                table.append(self.ids.pop())
            request.held = len(table)
            request.computed += n
            left -= n
            tokens[request.rid] = n
            if request.computed == total:
                sample.append(request.rid)
        return Plan(tokens, tuple(sample), tuple(admitted), tuple(preempted), len(self.ids))

    def pages(self, n):
        return sum(1 for _ in range(0, n, self.block_size))

    def evict(self):
        victim = self.running.pop()
        self.ids += self.tables.pop(victim.rid)
        victim.held = 0
        victim.computed = 0
        victim.preemptions += 1
        victim.state = "preempted"
        self.waiting.appendleft(victim)
        return victim.rid

    def update(self, plan, sampled):
        for rid in plan.sample:
            if rid not in sampled:
                raise ValueError(f"{rid} is missing")
        for rid in sampled:
            if rid not in plan.sample:
                raise ValueError(f"{rid} was not asked for")
        reasons = {}
        for request in list(self.running):
            if request.rid not in sampled:
                continue
            request.output += [sampled[request.rid]]
            if request.output[-1] == self.eos:
                reasons[request.rid] = "stop"
            elif len(request.output) == request.max_tokens:
                reasons[request.rid] = "length"
            else:
                continue
            self.running.remove(request)
            self.ids += self.tables.pop(request.rid)
            request.held = 0
        return reasons
