"""One long step() on plain lists; victims are chosen in one go; step() and update() do it all."""

from given import Plan, Request


class BudgetScheduler:
    """Both queues are new lists after every step; ended requests keep state and computed."""

    def __init__(
        self,
        *,
        num_blocks: int,
        block_size: int,
        token_budget: int,
        max_seqs: int,
        chunk_cap: int = 0,
        eos: int | None = None,
        full_fit: bool = True,
        watermark: int = 0,
    ) -> None:
        self.num_blocks = num_blocks
        self.block_size = block_size
        self.token_budget = token_budget
        self.max_seqs = max_seqs
        self.chunk_cap = chunk_cap
        self.eos = eos
        self.full_fit = full_fit
        self.watermark = watermark
        self.waiting: list[Request] = []
        self.running: list[Request] = []
        self.free = num_blocks
        self.known: dict[str, Request] = {}

    def add(self, request: Request) -> None:
        if not request.prompt or request.max_tokens < 1 or request.rid in self.known:
            raise ValueError(f"cannot add {request}")
        blocks = -(-(len(request.prompt) + request.max_tokens - 1) // self.block_size)
        if blocks > self.num_blocks:
            raise ValueError(f"{request.rid} needs {blocks} blocks, there are {self.num_blocks}")
        self.known[request.rid] = request
        self.waiting = self.waiting + [request]

    def step(self) -> Plan:
        bs = self.block_size
        left = self.token_budget
        cap = left
        if self.chunk_cap and self.waiting + self.running != (self.waiting + self.running)[:1]:
            cap = self.chunk_cap
        free = self.free
        tokens: dict[str, int] = {}
        preempted: list[str] = []
        admitted: list[str] = []
        runners = self.running
        end = len(runners)  # runners[end:] have lost
        i = 0
        while i < end and left:
            r = runners[i]
            n = min(len(r.prompt) + len(r.output) - r.computed, cap, left)
            blocks = (r.computed + n + bs - 1) // bs
            room = free + r.held
            last = end
            while blocks > room and last - 1 > i:
                last -= 1
                room += runners[last].held
            if blocks > room:
                last = i
            for loser in runners[last:end][::-1]:
                preempted.append(loser.rid)
                free += loser.held
                loser.held = 0
                loser.computed = 0
                loser.state = "preempted"
                loser.preemptions += 1
            end = last
            if end > i:
                free -= blocks - r.held
                r.held = blocks
                r.computed += n
                tokens[r.rid] = n
                left -= n
            i += 1
        self.waiting = runners[end:] + self.waiting
        self.running = runners[:end]
        taken = 0
        if end == len(runners):
            for r in self.waiting:
                if left <= 0 or len(self.running) + taken >= self.max_seqs:
                    break
                total = len(r.prompt) + len(r.output)
                n = min(total, cap, left)
                need = (n + bs - 1) // bs
                spare = self.watermark if self.running or taken else 0
                full = (total + bs - 1) // bs if self.full_fit else need
                if full + spare > free:
                    break
                free -= need
                r.held = need
                r.computed = n
                r.state = "running"
                admitted.append(r.rid)
                tokens[r.rid] = n
                left -= n
                taken += 1
        self.running = self.running + self.waiting[:taken]
        self.waiting = self.waiting[taken:]
        self.free = free
        sample = []
        for rid in tokens:
            if self.known[rid].computed == len(self.known[rid].prompt) + len(self.known[rid].output):
                sample.append(rid)
        return Plan(tokens=tokens, sample=sample, admitted=admitted, preempted=preempted, free=free)

    def update(self, plan: Plan, sampled: dict[str, int]) -> dict[str, str]:
        wrong = [rid for rid in [*plan.sample, *sampled] if (rid in sampled) != (rid in plan.sample)]
        if wrong:
            raise ValueError("wrong rids: " + ", ".join(wrong))
        out = {}
        for rid in sampled:  # in the caller's order; nothing depends on it
            r = self.known[rid]
            r.output += [sampled[rid]]
            if sampled[rid] == self.eos:
                out[rid] = "stop"
            elif len(r.output) == r.max_tokens:
                out[rid] = "length"
            if rid in out:
                self.running = [other for other in self.running if other is not r]
                self.free += r.held
                r.held = 0
        return out
