"""Stands in for CUDA graphs where there is no GPU."""

from collections import Counter

import torch

from gpu_checks.runner.graphs import Work


class Recorder:
    """A `Capture` whose replay does the work again, in place, and is counted."""

    def __init__(self) -> None:
        self.replayed: Counter[int] = Counter()  # by rows of the graph

    def __call__(self, work: Work) -> Work:
        """Return the replay of some work."""
        kept = work()  # a graph always answers in the same memory

        def replay() -> torch.Tensor:
            self.replayed[len(kept)] += 1
            return kept.copy_(work())

        return replay
