"""Plans on plain numbers first and touches the requests afterwards. Odd: states of finished requests say "done"."""

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
        limit = cap or 10**9
        free, left = self.free, self.token_budget
        alive = [(r, r.held) for r in self.running]
        gives, lost = [], []
        place = 0
        while place < len(alive) and left > 0:
            request, held = alive[place]
            n = min(self.rest(request), limit, left)
            need = max(0, self.blocks(request.computed + n) - held)
            while need > free and alive[place:]:
                victim, blocks = alive.pop()
                free += blocks
                lost.append(victim)
            if place == len(alive):
                break
            free -= need
            gives.append((request, n, need))
            left -= n
            place += 1
        joins = []
        queue = [] if lost else list(self.waiting)
        for request in queue:
            if left <= 0 or len(alive) + len(joins) >= self.max_seqs:
                break
            spare = self.watermark if alive or joins else 0
            n = min(self.rest(request), limit, left)
            need = self.blocks(n)
            if self.full_fit and self.blocks(self.rest(request)) > free - spare:
                break
            if need > free - spare:
                break
            free -= need
            left -= n
            gives.append((request, n, need))
            joins.append(request)
        return self.apply(gives, lost, joins)

    def apply(self, gives, lost, joins):
        for victim in lost:
            self.running.remove(victim)
            self.free += victim.held
            victim.held, victim.computed = 0, 0
            victim.state = "preempted"
            victim.preemptions += 1
            self.waiting.insert(0, victim)
        for request in joins:
            self.waiting.remove(request)
            self.running.append(request)
            request.state = "running"
        for request, n, need in gives:
            self.free -= need
            request.held += need
            request.computed += n
        sample = [request.rid for request, _, _ in gives if self.rest(request) == 0]
        tokens = {request.rid: n for request, n, _ in gives}
        names = [[r.rid for r in group] for group in (joins, lost)]
        return Plan(tokens, sample, *names, self.free)

    def rest(self, request):
        return len(request.prompt) + len(request.output) - request.computed

    def blocks(self, n):
        return (n + self.block_size - 1) // self.block_size

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
            request.state = "done"
        return done
