"""Uses a list for waiting and hands lists to Plan. Odd: names and counts in parallel lists, `for … else`."""

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
        self.waiting = []
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
        two = len(self.waiting) + len(self.running) > 1
        names, counts, gone, come = [], [], [], []
        i = 0
        while i < len(self.running) and sum(counts) < self.token_budget:
            me = self.running[i]
            n = self.amount(me, two, counts)
            for _ in range(len(self.running) - i):
                if self.need(me, n) <= self.free:
                    break
                gone.append(self.drop())
            if i >= len(self.running):
                break
            self.book(me, n)
            names.append(me.rid)
            counts.append(n)
            i += 1
        if not gone:
            while self.waiting and sum(counts) < self.token_budget and self.fits(two, counts):
                me = self.waiting.pop(0)
                n = self.amount(me, two, counts)
                self.running.append(me)
                me.state = "running"
                self.book(me, n)
                names.append(me.rid)
                counts.append(n)
                come.append(me.rid)
        sample = []
        for name, n in zip(names, counts):
            me = self.known[name]
            me.computed = me.computed + n
            if me.computed >= self.total(me):
                sample.append(name)
        return Plan(dict(zip(names, counts)), sample, come, gone, self.free)

    def amount(self, me, two, counts):
        bounds = [self.total(me) - me.computed, self.token_budget - sum(counts)]
        if two and self.chunk_cap:
            bounds.append(self.chunk_cap)
        return min(bounds)

    def fits(self, two, counts):
        me = self.waiting[0]
        if len(self.running) >= self.max_seqs:
            return False
        room = self.free - self.watermark if self.running else self.free
        if self.full_fit and room < self.blocks(self.total(me)):
            return False
        return room >= self.need(me, self.amount(me, two, counts))

    def book(self, me, n):
        before = me.held
        me.held = max(me.held, self.blocks(me.computed + n))
        self.free -= me.held - before

    def drop(self):
        me = self.running.pop(-1)
        self.free += me.held
        me.held = me.computed = 0
        me.state = "preempted"
        me.preemptions += 1
        self.waiting[:0] = [me]
        return me.rid

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
