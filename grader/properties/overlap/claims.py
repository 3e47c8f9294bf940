"""Which rule is broken where two traces part: always exactly one.

Left out: traces whose events agree (`parting.py`).
"""

from grader.properties.overlap.events import Event
from grader.properties.overlap.replay import Life, Replay

SMALL = 10  # the tokens that a scenario does not name are not below


def rule_of(now: Replay, must: Event | None, got: Event | None) -> str:
    """Return the rule that is broken where two traces part."""
    if got is None or must is None:
        return _blame_end(now, must, got)
    if must.launch and not got.launch:
        return _blame_no_launch(now, must)
    if got.launch and not must.launch:
        return _blame_launch(now, got)
    if must.step != got.step:
        return "R1"
    return _blame_plans(now, must, got) if must.launch else _blame_deliveries(now, must, got)


def _blame_end(now: Replay, must: Event | None, got: Event | None) -> str:
    if got is None:
        return _blame_no_launch(now, must) if must and must.launch else "R1"
    return _blame_launch(now, got) if got.launch else "R1"


def _blame_no_launch(now: Replay, must: Event) -> str:
    """A batch is missing: not launched in time, or its plan was taken for empty."""
    lives = [now.lives[rid] for rid in must.entries]
    if all(life.admitted and life.computed >= life.prompt for life in lives):
        # Subtle: with nothing in flight no placeholder is at work; then either the last token was
        # given up one too early, or the count of those in flight is wrong.
        last = all(life.delivered + life.in_flight + 1 >= life.max_tokens for life in lives)
        return "R2" if last or all(life.in_flight for life in lives) else "R3"
    others = now.lives.values()
    if any(life.done for life in others) and not any(life.admitted for life in lives):
        return "R5"  # the slot that it left
    skipped = any(life.last_is_on_the_way and not life.done for life in others)
    return "R2" if skipped else "R1"


def _blame_launch(now: Replay, got: Event) -> str:
    """A batch too many: too deep, or of requests that need nothing."""
    if not got.entries:
        return "R1"
    if any(now.lives[rid].done for rid in got.entries):
        return "R5"
    if any(_again(now.lives[rid], rid, got) for rid in got.entries):
        return "R3"
    if any(life.last_is_on_the_way for life in _known(now, got)):
        return "R2"
    if any(not now.lives[rid].admitted for rid in got.entries) and now.flying < now.s["depth"]:
        return "R2"  # somebody got a slot that was not free, perhaps not yet
    return "R1" if now.flying >= now.s["depth"] else "R3"


def _again(life: Life, rid: str, got: Event) -> bool:
    """Return whether tokens are launched a second time: nothing is said to be in flight."""
    return life.in_flight > 0 and life.computed >= life.total and rid not in got.sources


def _is_taken_for_late(now: Replay, rid: str, must: Event, got: Event) -> bool:
    """Return whether a token that is missing was sampled and dropped.

    Whether a step samples hangs neither on the token, small or the one before again, nor on the
    rid, like that of another that is done.
    """
    token = must.entries[rid]
    ended = [other for other, life in now.lives.items() if life.done or other in got.finished]
    alike = any(_are_alike(rid, other) for other in ended)
    return alike or token < SMALL or token == now.lives[rid].last


def _are_alike(one: str, other: str) -> bool:
    a, b = one.lower(), other.lower()
    return a in b or b in a


def _known(now: Replay, event: Event) -> list[Life]:
    return [now.lives[rid] for rid in event.entries if now.lives[rid].admitted]


def _blame_plans(now: Replay, must: Event, got: Event) -> str:
    for rid in now.lives:
        life = now.lives[rid]
        due, given = must.entries.get(rid), got.entries.get(rid)
        if due == given:
            continue
        if life.done:
            return "R5"
        if life.admitted or due is None:
            return "R2"
        freed = any(other.done for other in now.lives.values())
        others = any(not now.lives[other].admitted for other in {*got.entries} - {*must.entries})
        return "R5" if given is None and freed and not others else "R2"
    return "R4"


def _blame_deliveries(now: Replay, must: Event, got: Event) -> str:
    for rid, life in now.lives.items():
        if (rid in must.entries) != (rid in got.entries):
            dropped = rid in must.entries and _is_taken_for_late(now, rid, must, got)
            return "R5" if life.done or dropped else "R3"
    return "R6" if must.entries != got.entries else "R5"
