"""The table that a person reads: the last events that agree, and the one that differs."""

from grader.check import Difference, Row
from grader.properties.overlap.replay import Life, Replay
from grader.properties.overlap.words import event_words

KEPT_ROWS = 4  # events shown before the first that differs


def difference(events: list[str], index: int, must: str, got: str, now: Replay) -> Difference:
    """Return the events before the one at `index`, which agree, and both sides of that one."""
    start = max(0, index - KEPT_ROWS)
    rows = [
        Row(str(i + 1), event_words(events[i]), event_words(events[i])) for i in range(start, index)
    ]
    picture = [
        f"{rid}  {_word(life):8} computed {life.computed}, "
        f"prompt {life.prompt} + delivered {life.delivered}, in flight {life.in_flight}"
        for rid, life in now.lives.items()
    ]
    before = "\n".join([f"{now.flying} in flight, {now.num_running} running", *picture])
    return Difference((*rows, Row(str(index + 1), must, got)), heading="event", before=before)


def _word(life: Life) -> str:
    return "done" if life.done else "running" if life.admitted else "waiting"
