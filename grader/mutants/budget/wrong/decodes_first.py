"""First attempt: sorts decodes before chunks, as the manuals of engines seem to say."""

from collections import deque

from given import Plan, Request


class BudgetScheduler:
    """Hands out up to `token_budget` tokens a step to requests that have tokens to compute.

    `num_blocks` KV blocks of `block_size` tokens; at most `max_seqs` requests run; `chunk_cap`
    bounds what one request gets in a step while others are there (0: no bound); `eos` is the token
    that ends a request, 0 included (None: nothing does); with `full_fit` a request is admitted only
    if all its tokens would fit the free blocks; `watermark` blocks stay free at an admission.
    """

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
        self.waiting: deque[Request] = deque()  # head = next to admit
        self.running: list[Request] = []  # in order of admission
        self.free = num_blocks  # blocks that nobody owns
        self.known: dict[str, Request] = {}  # every request ever added, by rid

    def add(self, request: Request) -> None:
        """Put a request at the back of `waiting`.

        Raises ValueError for an empty prompt, max_tokens < 1, a rid already known, or a request
        that would not fit the blocks alone: with 2 blocks of 4 tokens, prompt + max_tokens may be
        at most 9, since the last sampled token needs no KV.
        """
        if not request.prompt or request.max_tokens < 1 or request.rid in self.known:
            raise ValueError(f"cannot add {request}")
        blocks = -(-(len(request.prompt) + request.max_tokens - 1) // self.block_size)
        if blocks > self.num_blocks:
            raise ValueError(f"{request.rid} needs {blocks} blocks, there are {self.num_blocks}")
        self.known[request.rid] = request
        self.waiting.append(request)

    def step(self) -> Plan:
        """Plan one step: tokens for those that run, then for those that wait; return the plan.

        The requests are changed at once: `computed`, `held`, `state`, the two queues and `free` are
        as if the step had run. Only outputs wait for `update`. With nothing to do, the plan is
        empty. Budget 6, blocks of 4; A (3 tokens) and B (13 tokens) wait, nobody runs:
        tokens {"A": 3, "B": 3}, sample ("A",), admitted ("A", "B"), and 2 blocks fewer are free.
        """
        crowded = len(self.waiting) + len(self.running) >= 2
        cap = self.chunk_cap if crowded and self.chunk_cap else self.token_budget
        tokens: dict[str, int] = {}
        preempted = self._serve_running(tokens, cap)
        admitted = [] if preempted else self._admit(tokens, cap)

        sample: list[str] = []
        for rid, count in tokens.items():
            request = self.known[rid]
            request.computed += count
            if request.computed == _total(request):
                sample.append(rid)
        return Plan(tokens, tuple(sample), tuple(admitted), tuple(preempted), self.free)

    def update(self, plan: Plan, sampled: dict[str, int]) -> dict[str, str]:
        """Append the sampled tokens; return who finished, rid -> "stop" or "length".

        `sampled` holds one token for every rid in `plan.sample`. With eos 0 and max_tokens 3, the
        outputs 7 0 end with "stop", 7 8 9 with "length", 7 8 0 with "stop".
        Raises ValueError, whose message names the rid, if a rid of plan.sample is missing, or one
        is there that plan.sample does not hold; then nothing has changed.
        """
        wrong = set(plan.sample) ^ set(sampled)
        if wrong:
            raise ValueError(f"sampled and plan.sample differ in {sorted(wrong)}")
        finished: dict[str, str] = {}
        for rid in plan.sample:
            request = self.known[rid]
            request.output.append(sampled[rid])
            if sampled[rid] == self.eos:
                finished[rid] = "stop"
            elif len(request.output) == request.max_tokens:
                finished[rid] = "length"
        for rid in finished:
            request = self.known[rid]
            self.running.remove(request)
            self.free += request.held
            request.held = 0
        return finished

    def _serve_running(self, tokens: dict[str, int], cap: int) -> list[str]:
        """Give tokens to `running`, in order; return who was preempted to make room."""
        preempted: list[str] = []
        left = self.token_budget
        served = 0
        decodes = [r for r in self.running if _total(r) - r.computed == 1]
        chunks = [r for r in self.running if _total(r) - r.computed > 1]
        self.running = decodes + chunks
        # Subtle: victims leave at the end of `running`, behind everybody served so far, so a
        # request that was given tokens in this step never loses its blocks in it.
        while served < len(self.running) and left > 0:
            request = self.running[served]
            count = min(_total(request) - request.computed, cap, left)
            need = self._need(request, count)
            while need > self.free and len(self.running) > served:
                preempted.append(self._preempt_last())
            if len(self.running) == served:  # it had to give way itself
                break
            self._take(request, count, need, tokens)
            left -= count
            served += 1
        return preempted

    def _admit(self, tokens: dict[str, int], cap: int) -> list[str]:
        """Give the tokens that are left to the head of `waiting`, then to the next; return who."""
        admitted: list[str] = []
        left = self.token_budget - sum(tokens.values())
        while self.waiting and left > 0 and len(self.running) < self.max_seqs:
            request = self.waiting[0]
            spare = self.watermark if self.running else 0
            count = min(_total(request) - request.computed, cap, left)
            need = self._need(request, count)
            room = self._blocks(_total(request)) if self.full_fit else need
            if room + spare > self.free:  # nobody overtakes the head
                break
            self.running.append(self.waiting.popleft())
            request.state = "running"
            self._take(request, count, need, tokens)
            left -= count
            admitted.append(request.rid)
        return admitted

    def _preempt_last(self) -> str:
        victim = self.running.pop()
        self.free += victim.held
        victim.held = victim.computed = 0
        victim.state = "preempted"
        victim.preemptions += 1
        self.waiting.appendleft(victim)
        return victim.rid

    def _take(self, request: Request, count: int, need: int, tokens: dict[str, int]) -> None:
        self.free -= need
        request.held += need
        tokens[request.rid] = count

    def _need(self, request: Request, count: int) -> int:
        return max(0, self._blocks(request.computed + count) - request.held)

    def _blocks(self, tokens: int) -> int:
        return -(-tokens // self.block_size)


def _total(request: Request) -> int:
    return len(request.prompt) + len(request.output)
