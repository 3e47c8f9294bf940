"""What a person may write first: step() is one long method with flags, update() is another.

Odd: a request that preempted itself is found by asking whether it still runs; needs are counted block
by block; what has ended keeps its state and its count; the queues are changed in place.
"""

from given import Plan


class BudgetScheduler:
    def __init__(self, num_blocks, block_size, token_budget, max_seqs, chunk_cap=0, eos=None,
                 full_fit=True, watermark=0):
        self.block_size = block_size
        self.token_budget = token_budget
        self.max_seqs = max_seqs
        self.chunk_cap = chunk_cap
        self.eos = eos
        self.full_fit = full_fit
        self.watermark = watermark
        self.total_blocks = num_blocks
        self.free = num_blocks
        self.waiting = []
        self.running = []
        self.rids = []

    def add(self, request):
        tokens = len(request.prompt) + request.max_tokens - 1
        if request.rid in self.rids:
            raise ValueError("already there: " + request.rid)
        if len(request.prompt) < 1 or request.max_tokens < 1:
            raise ValueError("empty: " + request.rid)
        if tokens > self.total_blocks * self.block_size:
            raise ValueError("too large: " + request.rid)
        self.rids.append(request.rid)
        self.waiting.append(request)

    def step(self):
        tokens = {}
        sample = []
        admitted = []
        preempted = []
        budget = self.token_budget
        alone = len(self.waiting) + len(self.running) < 2

        # those that run
        i = 0
        while i < len(self.running) and budget > 0:
            r = self.running[i]
            total = len(r.prompt) + len(r.output)
            n = total - r.computed
            if self.chunk_cap > 0 and not alone and n > self.chunk_cap:
                n = self.chunk_cap
            if n > budget:
                n = budget
            need = 0
            while (r.held + need) * self.block_size < r.computed + n:
                need += 1
            while need > self.free and r in self.running:
                victim = self.running[-1]
                del self.running[-1]
                self.free += victim.held
                victim.held = 0
                victim.computed = 0
                victim.state = "preempted"
                victim.preemptions += 1
                self.waiting.insert(0, victim)
                preempted.append(victim.rid)
            if r not in self.running:
                break
            self.free -= need
            r.held += need
            r.computed += n
            budget -= n
            tokens[r.rid] = n
            if r.computed == total:
                sample.append(r.rid)
            i += 1

        # those that wait
        may_admit = len(preempted) == 0
        while may_admit and budget > 0 and len(self.waiting) > 0:
            r = self.waiting[0]
            total = len(r.prompt) + len(r.output)
            n = total
            if self.chunk_cap > 0 and not alone and n > self.chunk_cap:
                n = self.chunk_cap
            if n > budget:
                n = budget
            need = 0
            while need * self.block_size < n:
                need += 1
            whole = need
            while whole * self.block_size < total:
                whole += 1
            spare = 0
            if len(self.running) > 0:
                spare = self.watermark
            if len(self.running) >= self.max_seqs:
                may_admit = False
            elif self.full_fit and whole + spare > self.free:
                may_admit = False
            elif need + spare > self.free:
                may_admit = False
            else:
                self.waiting.pop(0)
                self.running.append(r)
                r.state = "running"
                admitted.append(r.rid)
                self.free -= need
                r.held = need
                r.computed = n
                budget -= n
                tokens[r.rid] = n
                if n == total:
                    sample.append(r.rid)
        return Plan(tokens, sample, admitted, preempted, self.free)

    def update(self, plan, sampled):
        for rid in plan.sample:
            if rid not in sampled:
                raise ValueError("nothing was sampled for %s" % rid)
        for rid in sampled:
            if rid not in plan.sample:
                raise ValueError("%s should not have been sampled" % rid)
        finished = {}
        for r in list(self.running):
            if r.rid not in sampled:
                continue
            token = sampled[r.rid]
            r.output.append(token)
            if token == self.eos:
                finished[r.rid] = "stop"
            elif len(r.output) == r.max_tokens:
                finished[r.rid] = "length"
            if r.rid in finished:
                self.running.remove(r)
                self.free += r.held
                r.held = 0
        return finished
