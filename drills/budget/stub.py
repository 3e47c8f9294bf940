"""Write `step` and `update`: prefill chunks and decodes share the tokens of a step.

Given: the constructor and `add`. The rules stand in task.md, the data in given.py.
"""

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
        raise NotImplementedError("write step()")

    def update(self, plan: Plan, sampled: dict[str, int]) -> dict[str, str]:
        """Append the sampled tokens; return who finished, rid -> "stop" or "length".

        `sampled` holds one token for every rid in `plan.sample`. With eos 0 and max_tokens 3, the
        outputs 7 0 end with "stop", 7 8 9 with "length", 7 8 0 with "stop".
        Raises ValueError, whose message names the rid, if a rid of plan.sample is missing, or one
        is there that plan.sample does not hold; then nothing has changed.
        """
        raise NotImplementedError("write update()")
