"""Write `run_overlap`: plan the next batch while the last one is still on the GPU.

The rules stand in task.md; `Trace` is given. Helpers and classes of your own are welcome.
"""

from collections.abc import Callable, Sequence

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
    raise NotImplementedError("write run_overlap()")
