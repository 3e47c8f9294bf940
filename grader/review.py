"""When a drill that passed comes back: FSRS over the passes that count, nothing stored besides.

The spacing is that of the library `fsrs` with its own parameters. Left out are its steps of
minutes, which are made for cards that take seconds.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from fsrs import Card, Rating, Scheduler

from grader import catalogue, history
from grader.catalogue import Drill
from grader.history import BEGUN, Attempt
from grader.sitting import Sitting, sittings

LONG = 6 * 3600  # seconds; what took longer was no single sitting, and its time says nothing
FAR = 180  # days; nothing comes back later than this
SWITCH = "reviews"  # kind of the events that switch reviews off and on
ALL_DRILLS = "all drills"  # under which the switch for all is recorded


@dataclass(frozen=True)
class Review:
    """A drill that passed, and when it comes back."""

    drill: Drill
    last: Attempt  # the pass that counted last
    times: int  # how many counted
    grade: str  # how the last went: "again", "hard", "good", "easy"
    due: datetime

    def day(self) -> date:
        """Return the day on which it is due, in the reader's own zone."""
        return self.due.astimezone().date()

    def is_due(self, today: date) -> bool:
        """Return whether that day has come."""
        return self.day() <= today


def agenda() -> list[Review]:
    """Return every drill that comes back, the one that is due first at the head."""
    found = [review for name in catalogue.names() if (review := of(catalogue.find(name)))]
    return sorted(found, key=lambda review: (review.due, review.drill.name))


def of(drill: Drill) -> Review | None:
    """Return when a drill comes back; None when it never passed or its reviews are off."""
    if not is_on(drill.name):
        return None
    counted = list(sittings(drill.name))
    if not counted:
        return None
    card, rating = Card(card_id=1), Rating.Good
    for sitting in counted:
        rating = rate(sitting, drill)
        at = datetime.fromtimestamp(sitting.passed.at, UTC)
        card, _ = _scheduler().review_card(card, rating, at)
    return Review(drill, counted[-1].passed, len(counted), rating.name.lower(), card.due)


def rate(sitting: Sitting, drill: Drill) -> Rating:
    """Return how well a drill went, from what was opened, hints, rules broken and time.

    With the answer opened: again. More than two hints, over a third of the rules broken, or over
    twice the drill's minutes: hard. No hint, no rule broken, within its minutes: easy. Else: good.
    """
    seconds, hints = sitting.passed.since_start, sitting.passed.hints
    if seconds is not None and seconds > LONG:
        seconds = None
    if sitting.gave_up:
        return Rating.Again
    slow = seconds is not None and seconds > 2 * 60 * drill.minutes
    if hints > 2 or len(sitting.broken) > len(drill.rules) / 3 or slow:
        return Rating.Hard
    quick = seconds is not None and seconds <= 60 * drill.minutes
    return Rating.Easy if quick and not hints and not sitting.broken else Rating.Good


def is_on(drill: str) -> bool:
    """Return whether a drill comes back; everything does until it is switched off."""
    switches = (history.details(name, SWITCH) for name in (ALL_DRILLS, drill))
    return not any(details and details[-1] == "off" for details in switches)


def switch(drill: str | None, to: str) -> None:
    """Switch the reviews of one drill, or of all, "off" or "on"."""
    history.note(drill or ALL_DRILLS, SWITCH, to)


def is_under_way(drill: str) -> bool:
    """Return whether a review was begun and has not passed yet."""
    begun = [one for one in history.events(drill) if one.kind in BEGUN]
    if not begun or begun[-1].kind != "review":
        return False
    return not any(one.is_pass and one.at >= begun[-1].at for one in history.of(drill))


def _scheduler() -> Scheduler:
    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=FAR, enable_fuzzing=False
    )
