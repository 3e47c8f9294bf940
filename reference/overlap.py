"""The overlap scheduler: plan the next batch while the last one is still on the GPU.

Left out: KV memory, which never runs out here, and the GPU itself, which is a function.
"""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from given import Trace


def run_overlap(
    requests: Sequence[tuple[str, int, int]],
    *,
    token_budget: int,
    max_seqs: int,
    depth: int = 2,
    eos: int | None = None,
    model: Callable[[str, int], int],
) -> Trace:
    """Generate all outputs with up to `depth` batches in flight; return the trace.

    `requests` are (rid, prompt_tokens, max_tokens): all there from the start, served in order, no
    rid twice; the list stays as it was. `model(rid, k)` is the k-th token sampled for a request, k
    from 1. `eos` may be 0, None means that nothing ends early. No requests give an empty trace.
    For [("A", 1, 1)] the events are ("S", 1, {"A": 1}, {}) and ("U", 1, {"A": model("A", 1)},
    ["A"]); outputs {"A": [model("A", 1)]}, scheduled {"A": 1}, wasted 0.
    Raises ValueError with the offending value for a depth, token_budget, max_seqs, prompt_tokens or
    max_tokens below 1, before the model is asked and also when there are no requests.
    """
    for size in (depth, token_budget, max_seqs, *(n for _, *sizes in requests for n in sizes)):
        if size < 1:
            raise ValueError(f"every size must be at least 1, not {size}")
    engine = _Engine([_Request(*request) for request in requests], token_budget, max_seqs)
    in_flight: deque[_Batch] = deque()  # oldest on the left
    trace = engine.trace
    while True:
        batch = engine.plan() if len(in_flight) < depth else None
        if batch:
            in_flight.append(batch)
            trace.events.append(("S", batch.step, batch.tokens, batch.sources))
        elif in_flight:
            engine.deliver(in_flight.popleft(), eos, model)
        else:
            return trace


@dataclass(eq=False)
class _Request:
    rid: str
    prompt: int
    max_tokens: int
    output: list[int] = field(default_factory=list[int])  # what was delivered
    computed: int = 0  # tokens launched so far
    in_flight: int = 0  # sampled, not delivered
    sampled_by: int = 0  # the last step that samples for it
    done: bool = False

    @property
    def total(self) -> int:
        return self.prompt + len(self.output)


@dataclass
class _Batch:
    step: int
    tokens: dict[str, int]
    sources: dict[str, int]
    samples: list[_Request]


class _Engine:
    """The queues, and what is done to them at planning and at delivery."""

    def __init__(self, requests: list[_Request], token_budget: int, max_seqs: int) -> None:
        self.waiting = deque(requests)
        self.running: list[_Request] = []
        self.token_budget = token_budget
        self.max_seqs = max_seqs
        self.step = 0
        self.trace = Trace(outputs={request.rid: request.output for request in requests})

    def plan(self) -> _Batch | None:
        """Hand out the tokens of the next step; None, and nothing changed, if nobody needs any."""
        batch = _Batch(self.step + 1, {}, {}, [])
        left = self.token_budget
        for request in self.running:
            left -= self._give(batch, request, left)
        while self.waiting and left > 0 and len(self.running) < self.max_seqs:
            self.running.append(self.waiting.popleft())
            left -= self._give(batch, self.running[-1], left)
        if not batch.tokens:
            return None
        self.step += 1
        return batch

    def _give(self, batch: _Batch, request: _Request, left: int) -> int:
        """Put up to `left` tokens of a request into the batch; return how many."""
        past_prompt = request.computed >= request.prompt
        if past_prompt and len(request.output) + request.in_flight >= request.max_tokens:
            return 0  # its last token is on the way: a length stop is known beforehand
        # Subtle: a token in flight has a place already, only its value is not here yet.
        known = request.total + request.in_flight
        count = min(known - request.computed, left)
        if count == 0:
            return 0
        request.computed += count
        batch.tokens[request.rid] = count
        self.trace.scheduled[request.rid] = request.computed
        if request.computed > request.total:  # its last input token is one of those in flight
            batch.sources[request.rid] = request.sampled_by
        if request.computed == known:
            request.in_flight += 1
            request.sampled_by = batch.step
            batch.samples.append(request)
        return count

    def deliver(self, batch: _Batch, eos: int | None, model: Callable[[str, int], int]) -> None:
        """Append what a batch sampled, and end whoever is done; late tokens are dropped."""
        delivered: dict[str, int] = {}
        finished: list[str] = []
        for request in batch.samples:
            if request.done:
                self.trace.wasted += 1
                continue
            token = model(request.rid, len(request.output) + 1)
            request.output.append(token)
            request.in_flight -= 1
            delivered[request.rid] = token
            if token == eos or len(request.output) == request.max_tokens:
                request.done = True
                self.running.remove(request)
                finished.append(request.rid)
        self.trace.events.append(("U", batch.step, delivered, finished))
