"""The schedule score: what a scheduler did, counted; the same on every machine, GPU or none.

With the costs of a model on a device it predicts the time of each step by the roofline: a step
reads all weights and the KV of every row's context, and computes two operations a parameter and
token; it takes what the slower of the two takes, and the host's time. Left out: the clock
(`wall.py`).
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from gpu_checks.course import Course, Step
from gpu_checks.protocol import Costs

HOST = 0.0005  # seconds a step that the model predicts for everything but the GPU

# 596 M parameters of two bytes; 28 layers * 8 heads * 128 * 2 (keys, values) * 2 bytes a token;
# 300 GB/s and 121 T operations a second are on the data sheet of the L4
QWEN_ON_L4 = Costs(1.19e9, 114_688, 1.19e9, 300e9, 121e12)


@dataclass(frozen=True)
class Score:
    """Counts of one run."""

    steps: int
    requests: int
    output: int  # tokens generated
    mean_batch: float  # rows a step
    utilisation: float  # rows / (steps * max_num_seqs)
    prefill: int  # tokens computed that were no decodes, recomputed ones among them
    recomputed: int  # tokens whose KV existed before and was given up
    hits: int  # tokens that a prefix cache spared
    preemptions: int
    peak_pages: int
    pages: int

    def to_json(self) -> dict[str, float]:
        """Return it as plain data."""
        return asdict(self)


def score(course: Course) -> Score:
    """Return the counts of a run. Two steps with 3 and 1 rows: mean batch 2.0."""
    steps = course.steps
    rows = sum(len(step.pieces) for step in steps)
    most = course.workload.max_seqs
    return Score(
        steps=len(steps),
        requests=len(course.lives),
        output=sum(piece.sampled for step in steps for piece in step.pieces),
        mean_batch=rows / max(1, len(steps)),
        utilisation=rows / max(1, len(steps) * most),
        prefill=sum(p.length for step in steps for p in step.pieces if not p.is_decode),
        recomputed=sum(step.recomputed for step in steps),
        hits=sum(sum(step.hits.values()) for step in steps),
        preemptions=sum(len(step.preempted) for step in steps),
        peak_pages=max((step.used for step in steps), default=0),
        pages=course.workload.pages,
    )


def roofline(step: Step, costs: Costs, host: float = HOST) -> float:
    """Return the seconds that a step takes at least.

    1.2 GB of weights on 300 GB/s, one row with a context of 1,000 tokens of 114,688 bytes, 121 T
    operations a second: max(1.31 GB / 300 GB/s, 1.2 G / 121 T) + 0.5 ms = 4.9 ms.
    """
    context = sum(piece.start + piece.length for piece in step.pieces)
    tokens = sum(piece.length for piece in step.pieces)
    memory = (costs.weight_bytes + context * costs.kv_bytes) / costs.bandwidth
    return max(memory, costs.flops * tokens / costs.peak) + host


def predicted(course: Course, costs: Costs) -> list[float]:
    """Return when each step ends, in seconds from the start, by the roofline."""
    ends: list[float] = []
    now = 0.0
    for step in course.steps:
        now += roofline(step, costs)
        ends.append(now)
    return ends


def throughput(course: Course, ends: Sequence[float]) -> float:
    """Return output tokens a second; 0.0 for a run without steps."""
    return score(course).output / ends[-1] if ends else 0.0
