"""A round: questions of different templates, spread over the topics, all from one seed."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from grader.error import DrillError
from grader.plain import Plain
from grader.quiz import (
    batching,
    decode,
    memory,
    overlap,
    pool,
    preemption,
    prefill,
    prefix,
    radix,
    schedule,
)
from grader.quiz.question import Question, Template

TOPICS = {
    "batching": batching.QUESTIONS,
    "kv": memory.QUESTIONS,
    "pool": pool.QUESTIONS,
    "prefix": prefix.QUESTIONS,
    "decode": decode.QUESTIONS,
    "prefill": prefill.QUESTIONS,
    "preemption": preemption.QUESTIONS,
    "overlap": overlap.QUESTIONS,
    "radix": radix.QUESTIONS,
    "schedule": schedule.QUESTIONS,
}
TEMPLATES = tuple(
    Template(make.__name__, topic, make) for topic, makers in TOPICS.items() for make in makers
)


@dataclass(frozen=True)
class Asked:
    """A question of a round, and the template that made it."""

    template: Template
    question: Question

    def to_json(self) -> dict[str, Plain]:
        """Return the question with its answer and working, for other programs."""
        question = self.question
        return {
            "template": self.template.name,
            "topic": self.template.topic,
            "text": question.text,
            "numbers": question.numbers,
            "unit": question.unit,
            "within_percent": question.percent,
            "answer": float(question.answer),
            "answer_exact": str(question.answer),
            "solution": question.solution,
            "working": [*question.working],
        }


def draw(seed: int, count: int, topic: str | None = None) -> tuple[Asked, ...]:
    """Return a round of `count` questions; the same seed, count and topic give the same round.

    No two are of one template; of all topics, none is asked twice more often than another while it
    has templates left. DrillError for more questions than there are templates.
    """
    among = [t for t in TEMPLATES if topic is None or t.topic == topic]
    if not among:
        raise DrillError(f"no topic is called {topic!r}", hint=f"topics: {', '.join(TOPICS)}")
    if not 1 <= count <= len(among):
        where = f"the topic {topic}" if topic else "all topics together"
        raise DrillError(
            f"a round cannot have {count} questions",
            hint=f"{where}: 1 to {len(among)}, for example  --questions {min(10, len(among))}",
        )
    rng = random.Random(seed)
    chosen = _spread(rng, among)[:count]
    rng.shuffle(chosen)
    return tuple(Asked(template, template.make(rng)) for template in chosen)


def _spread(rng: random.Random, among: Sequence[Template]) -> list[Template]:
    """Return the templates in random order, one of each topic before the second of any."""
    topics: dict[str, list[Template]] = {}
    for template in rng.sample(among, len(among)):
        topics.setdefault(template.topic, []).append(template)
    most = max(map(len, topics.values()))
    rows = [[row[i] for row in topics.values() if i < len(row)] for i in range(most)]
    return [template for row in rows for template in row]
