"""A workload: the machine that a scheduler is told of, and the requests that arrive."""

from dataclasses import dataclass, replace

from gpu_checks.adapter.turn import Ask, Opening


@dataclass(frozen=True)
class Workload:
    """Everything that decides a schedule, but for the scheduler itself."""

    name: str
    pages: int
    page_size: int
    budget: int  # tokens of a prefill or mixed step
    max_seqs: int
    requests: tuple[Ask, ...]
    eos: int = -1
    caching: bool = True

    @property
    def max_rows(self) -> int:
        """Return how many rows a step may have."""
        return min(self.max_seqs, len(self.requests))

    def opening(self) -> Opening:
        """Return the first message to a scheduler."""
        return {
            "pages": self.pages,
            "page_size": self.page_size,
            "budget": self.budget,
            "max_seqs": self.max_seqs,
            "eos": self.eos,
            "caching": self.caching,
            "blocks": "",
            "requests": list(self.requests),
        }

    def within(self, vocab: int) -> "Workload":
        """Return the same workload with token ids below `vocab`: 130 becomes 2 of 64."""
        requests = tuple(
            Ask(
                prompt=[token % vocab for token in ask["prompt"]],
                max_tokens=ask["max_tokens"],
                ignore_eos=ask["ignore_eos"],
                at=ask["at"],
            )
            for ask in self.requests
        )
        return replace(self, requests=requests)

    def with_eos(self) -> "Workload":
        """Return the same workload with no request that ignores eos."""
        requests = tuple(
            Ask(prompt=ask["prompt"], max_tokens=ask["max_tokens"], ignore_eos=False, at=ask["at"])
            for ask in self.requests
        )
        return replace(self, requests=requests)
