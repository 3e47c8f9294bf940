"""What the engine itself knows of a request, whatever the learner's objects say."""

from dataclasses import dataclass, field

from gpu_checks.adapter.turn import Ask

PRIME = 2**61 - 1
FACTOR = 1_000_003


@dataclass(slots=True)
class Life:
    """One request, from its prompt to its end.

    `chain[p]` is a hash of tokens 0 .. p: two requests whose chains agree at p have the same prefix
    up to there, and so the same KV.
    """

    number: int
    prompt: int  # tokens of the prompt
    max_tokens: int
    ignore_eos: bool
    at: int  # steps before it arrives
    tokens: list[int] = field(default_factory=list[int])
    chain: list[int] = field(default_factory=list[int])
    table: list[int] = field(default_factory=list[int])
    frozen: tuple[int, ...] = ()  # the table as rows hold it
    fresh: int = 0  # table entries before this one were looked at when they came
    good: int = 0  # positions before this one were read, and are known to hold the right KV
    computed: int = 0  # positions before this one were computed since it last got pages
    reached: int = 0  # positions before this one were computed at least once
    arrived: bool = False
    finished: bool = False

    @classmethod
    def of(cls, number: int, ask: Ask) -> "Life":
        """Return the life of a request that has not arrived yet."""
        life = cls(number, len(ask["prompt"]), ask["max_tokens"], ask["ignore_eos"], ask["at"])
        for token in ask["prompt"]:
            life.append(token)
        return life

    @property
    def completions(self) -> int:
        """Return how many tokens were generated."""
        return len(self.tokens) - self.prompt

    @property
    def is_live(self) -> bool:
        """Return whether it arrived and has not ended."""
        return self.arrived and not self.finished

    def append(self, token: int) -> None:
        """Add a token and its link of the chain."""
        before = self.chain[-1] if self.chain else 1
        self.tokens.append(token)
        self.chain.append((before * FACTOR + token + 1) % PRIME)

    def append_unchained(self, token: int) -> None:
        """Add a token where nobody looks at the chain."""
        self.tokens.append(token)

    def is_over(self, eos: int) -> bool:
        """Return whether its last token is the last that it may have."""
        if self.completions < 1:
            return False
        ended = not self.ignore_eos and self.tokens[-1] == eos
        return ended or self.completions >= self.max_tokens
