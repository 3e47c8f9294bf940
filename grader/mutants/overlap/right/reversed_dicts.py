"""Right: a subclass of Trace. Odd: the model is asked for tokens that are dropped, twice, and beyond max_tokens; dicts in reverse order."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from given import Trace


@dataclass
class _Request:
    rid: str
    prompt: int
    max_tokens: int
    computed: int = 0
    in_flight: int = 0
    outputs: list[int] = field(default_factory=list)
    sampled_at: list[int] = field(default_factory=list)  # step that samples the k-th token
    done: bool = False

    @property
    def total(self) -> int:
        return self.prompt + len(self.outputs)


@dataclass
class MyTrace(Trace):
    steps: int = 0


def run_overlap(
    requests: Sequence[tuple[str, int, int]],
    *,
    token_budget: int,
    max_seqs: int,
    depth: int = 2,
    eos: int | None = None,
    model: Callable[[str, int], int],
) -> Trace:
    """Generate all outputs with up to `depth` batches in flight; return the trace."""
    for value in (depth, token_budget, max_seqs):
        if value < 1:
            raise ValueError(f"must be at least 1: {value}")
    for _, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"must be at least 1: {min(prompt, max_tokens)}")

    reqs = [_Request(*request) for request in requests]
    queue = deque(reqs)
    running: list[_Request] = []
    trace = MyTrace()
    scheduled = {r.rid: 0 for r in reqs}
    in_flight: deque[tuple[int, list[tuple[_Request, bool]]]] = deque()
    step = 0

    def plan():
        left = token_budget
        batch = []
        for r in running:
            if left == 0:
                break
            if r.computed >= r.prompt and len(r.outputs) + r.in_flight >= r.max_tokens:
                continue
            n = min(r.total + r.in_flight - r.computed, left)
            if n > 0:
                batch.append((r, n))
                left -= n
        while queue and left > 0 and len(running) < max_seqs:
            r = queue.popleft()
            running.append(r)
            n = min(r.total + r.in_flight - r.computed, left)
            batch.append((r, n))
            left -= n
        return batch

    while True:
        if len(in_flight) < depth:
            batch = plan()
            if batch:
                step += 1
                counts, sources, members = {}, {}, []
                for r, n in batch:
                    r.computed += n
                    scheduled[r.rid] += n
                    counts[r.rid] = n
                    position = r.computed - 1
                    if position >= r.total:
                        sources[r.rid] = r.sampled_at[position - r.prompt]
                    samples = r.computed == r.total + r.in_flight
                    if samples:
                        r.in_flight += 1
                        r.sampled_at.append(step)
                    members.append((r, samples))
                trace.events.append(("S", step, dict(reversed(counts.items())), sources))
                in_flight.append((step, members))
                continue
        if not in_flight:
            break
        number, members = in_flight.popleft()
        tokens, done = {}, []
        for r, samples in members:
            if not samples:
                continue
            if r.done:
                trace.wasted += 1
                model(r.rid, r.max_tokens + 1)
                continue
            token = model(r.rid, len(r.outputs) + 1)
            assert token == model(r.rid, len(r.outputs) + 1)
            r.outputs.append(token)
            r.in_flight -= 1
            tokens[r.rid] = token
            if token == eos or len(r.outputs) >= r.max_tokens:
                r.done = True
                running.remove(r)
                done.append(r.rid)
        trace.events.append(("U", number, dict(reversed(tokens.items())), done))

    trace.outputs = {r.rid: r.outputs for r in reqs}
    trace.scheduled = scheduled
    return trace
