"""What is known of each request after some events of a right trace."""

from dataclasses import dataclass, field

from grader.properties.overlap.events import Event
from grader.properties.overlap.shapes import Scenario, names_of


@dataclass
class Life:
    """One request in a replay of the events so far."""

    prompt: int
    max_tokens: int
    computed: int = 0
    delivered: int = 0
    in_flight: int = 0
    admitted: bool = False
    done: bool = False
    last: int = -1  # the token that was delivered last

    @property
    def total(self) -> int:
        """Return prompt and delivered outputs."""
        return self.prompt + self.delivered

    @property
    def last_is_on_the_way(self) -> bool:
        """Return whether the last token that max_tokens allows is in flight or here."""
        return self.computed >= self.prompt and self.delivered + self.in_flight >= self.max_tokens


@dataclass
class Replay:
    """What is known after some events of a right trace."""

    s: Scenario
    lives: dict[str, Life] = field(default_factory=dict[str, Life])
    flying: int = 0

    def __post_init__(self) -> None:
        for name, request in zip(names_of(self.s), self.s["requests"], strict=True):
            self.lives[name] = Life(request["prompt"], request["max_tokens"])

    def feed(self, event: Event) -> None:
        """Take one event."""
        self.flying += 1 if event.launch else -1
        for rid, number in event.entries.items():
            life = self.lives[rid]
            life.admitted = True
            if event.launch:
                life.computed += number
                life.in_flight += life.computed == life.total + life.in_flight
            else:
                life.delivered += 1
                life.in_flight -= 1
                life.last = number
        for rid in event.finished:
            self.lives[rid].done = True

    @property
    def num_running(self) -> int:
        """Return how many hold a slot."""
        return sum(life.admitted and not life.done for life in self.lives.values())
