"""Functional: an immutable draft goes through two recursive passes and is committed at the end."""

from collections import deque
from dataclasses import dataclass, replace
from functools import reduce

from given import Plan, Request


def total(request: Request) -> int:
    return len(request.prompt) + len(request.output)


@dataclass(frozen=True, slots=True)
class Draft:
    left: int
    free: int
    running: tuple[Request, ...]
    waiting: tuple[Request, ...]
    grants: tuple[tuple[Request, int, int], ...] = ()  # request, tokens, held afterwards
    admitted: tuple[Request, ...] = ()
    losers: tuple[Request, ...] = ()


class BudgetScheduler:
    """See the stub."""

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
        self.waiting: deque[Request] = deque()
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
        self.waiting.append(request)

    def _ceil(self, tokens: int) -> int:
        whole, rest = divmod(tokens, self.block_size)
        return whole + bool(rest)

    def _share(self, request: Request, computed: int, left: int, cap: int) -> int:
        return min(total(request) - computed, left, *([cap] if cap else []))

    def _run(self, draft: Draft, cap: int) -> Draft:
        at = len(draft.grants)
        if draft.left == 0 or at >= len(draft.running):
            return draft
        request = draft.running[at]
        n = self._share(request, request.computed, draft.left, cap)
        held = max(request.held, self._ceil(request.computed + n))
        if held - request.held > draft.free:
            loser = draft.running[-1]
            return self._run(
                replace(
                    draft,
                    free=draft.free + loser.held,
                    running=draft.running[:-1],
                    waiting=(loser, *draft.waiting),
                    losers=(*draft.losers, loser),
                ),
                cap,
            )
        return self._run(
            replace(
                draft,
                left=draft.left - n,
                free=draft.free - held + request.held,
                grants=(*draft.grants, (request, n, held)),
            ),
            cap,
        )

    def _admit(self, draft: Draft, cap: int) -> Draft:
        if draft.losers or not draft.left or not draft.waiting:
            return draft
        if len(draft.running) >= self.max_seqs:
            return draft
        request, *others = draft.waiting
        n = self._share(request, 0, draft.left, cap)
        need = self._ceil(n)
        asked = self._ceil(total(request)) if self.full_fit else need
        if asked + (self.watermark if draft.running else 0) > draft.free:
            return draft
        return self._admit(
            replace(
                draft,
                left=draft.left - n,
                free=draft.free - need,
                running=(*draft.running, request),
                waiting=tuple(others),
                grants=(*draft.grants, (request, n, need)),
                admitted=(*draft.admitted, request),
            ),
            cap,
        )

    def step(self) -> Plan:
        alone = len(self.waiting) + len(self.running) < 2
        cap = 0 if alone else self.chunk_cap
        start = Draft(self.token_budget, self.free, tuple(self.running), tuple(self.waiting))
        return self._commit(self._admit(self._run(start, cap), cap))

    def _commit(self, draft: Draft) -> Plan:
        for loser in draft.losers:
            vars(loser).update(
                held=0, computed=0, state="preempted", preemptions=loser.preemptions + 1
            )
        for request, n, held in draft.grants:
            vars(request).update(held=held, computed=request.computed + n)
        for request in draft.admitted:
            request.state = "running"
        self.running, self.waiting = list(draft.running), deque(draft.waiting)
        self.free = draft.free
        return Plan(
            {request.rid: n for request, n, _ in draft.grants},
            tuple(r.rid for r, _, _ in draft.grants if r.computed == total(r)),
            tuple(r.rid for r in draft.admitted),
            tuple(r.rid for r in draft.losers),
            draft.free,
        )

    def update(self, plan: Plan, sampled: dict[str, int]) -> dict[str, str]:
        odd = plan.sample and [rid for rid in plan.sample if rid not in sampled]
        odd = odd or [rid for rid in sampled if rid not in plan.sample]
        if odd:
            raise ValueError(f"{odd[-1]!r}: wanted {plan.sample!r}, got {sampled!r}")
        return reduce(
            lambda done, rid: {**done, **self._end(self.known[rid], sampled[rid])}, plan.sample, {}
        )

    def _end(self, request: Request, token: int) -> dict[str, str]:
        request.output.append(token)
        why = (
            "stop"
            if self.eos is not None and token == self.eos
            else "length"
            if len(request.output) == request.max_tokens
            else ""
        )
        if not why:
            return {}
        self.running = [other for other in self.running if other is not request]
        self.free += request.held
        request.held = 0
        return {request.rid: why}
