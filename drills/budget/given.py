"""What you are handed: a request, and the plan of one step."""

from dataclasses import dataclass, field


@dataclass(eq=False)
class Request:
    """One request: its prompt, what it generated so far, and how much of both has KV.

    Requests are compared by identity. A request of 5 prompt tokens and 2 outputs with computed 6
    has one token left to compute; in blocks of 4 tokens it holds 2 of them.
    """

    rid: str
    prompt: list[int]
    max_tokens: int
    output: list[int] = field(default_factory=list[int])  # prompt + output: all it has to compute
    computed: int = 0  # tokens whose KV exists, or will when this step has run
    held: int = 0  # KV blocks that it owns
    state: str = "waiting"  # "waiting", "running" or "preempted"
    preemptions: int = 0


@dataclass(frozen=True)
class Plan:
    """What one step computes, and what was decided on the way.

    Lists are taken for tuples. Plan({"A": 1, "B": 5}, ("A",), (), (), 5) computes one token of A
    and five of B, samples a token for A alone, and leaves 5 blocks free.
    """

    tokens: dict[str, int]  # rid -> tokens computed in this step, in plan order
    sample: tuple[str, ...]  # who gets a token sampled, in plan order
    admitted: tuple[str, ...]  # who joined `running`, new or resumed, in order
    preempted: tuple[str, ...]  # who lost its blocks, in order
    free: int  # blocks that nobody owns once this plan is made

    def __post_init__(self) -> None:
        for name in ("sample", "admitted", "preempted"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
