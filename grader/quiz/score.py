"""What a round came to: each answer judged, a table by topic, the weakest topic."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from grader.clean import clean
from grader.error import DrillError
from grader.plain import Plain
from grader.quiz.draw import Asked

Status = Literal["right", "wrong", "not answered"]


@dataclass(frozen=True)
class Result:
    """One question of a round that is over, and what became of it."""

    asked: Asked
    status: Status
    typed: str = ""
    seconds: float = 0.0

    def to_json(self) -> dict[str, Plain]:
        """Return what is remembered of it."""
        return {
            "template": self.asked.template.name,
            "topic": self.asked.template.topic,
            "status": self.status,
            "typed": self.typed,
            "seconds": round(self.seconds, 1),
        }


def judged(asked: Asked, typed: str | None, seconds: float) -> tuple[Result, list[str]]:
    """Return what became of a question, and the lines that say so: verdict and working.

    An answer that cannot be read is wrong, and the line says why; an empty one is not answered.
    """
    question = asked.question
    working = [f"  {line}" for line in question.working]
    if not typed:
        said = f"not answered: it is {question.solution}"
        return Result(asked, "not answered", "", seconds), [said, *working]
    shown = clean(typed)[:40]
    try:
        status: Status = "right" if question.accepts(typed) else "wrong"
        said = status if status == "right" else f"wrong: {shown}; it is {question.solution}"
    except DrillError as error:
        status = "wrong"
        said = f"wrong: {clean(error.problem)} ({error.hint}); it is {question.solution}"
    return Result(asked, status, shown, seconds), [said, *working]


def table(results: Sequence[Result]) -> list[str]:
    """Return the lines at the end: right answers by topic, in all, and the weakest topic."""
    topics: dict[str, list[Result]] = {}
    for result in results:
        topics.setdefault(result.asked.template.topic, []).append(result)
    wide = max(len(topic) for topic in (*topics, "together"))
    lines = [f"{'topic':<{wide}}   right   wrong   not answered"]
    lines += [_row(topic, found, wide) for topic, found in sorted(topics.items())]
    lines.append(_row("together", results, wide))
    if weakest := weakest_topic(results):
        lines += ["", f"Weakest topic: {weakest}.   Again:  drill quiz --topic {weakest}"]
    return lines


def weakest_topic(results: Sequence[Result]) -> str | None:
    """Return the topic with the smallest share of right answers; None if all were right.

    Of equal ones that with more questions, then the first by name.
    """
    shares: dict[str, list[bool]] = {}
    for result in results:
        shares.setdefault(result.asked.template.topic, []).append(result.status == "right")
    open_topics = {topic: found for topic, found in shares.items() if not all(found)}
    if not open_topics:
        return None
    return min(open_topics, key=lambda t: (sum(shares[t]) / len(shares[t]), -len(shares[t]), t))


def _row(name: str, results: Sequence[Result], wide: int) -> str:
    counts = [sum(r.status == status for r in results) for status in ("right", "wrong")]
    rest = len(results) - sum(counts)
    return f"{name:<{wide}}   {counts[0]:>5}   {counts[1]:>5}   {rest:>12}"
