"""Times and numbers as a person says them."""

from datetime import date, datetime

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def span(seconds: float) -> str:
    """Return a length of time: "45 s", "31 min 12 s", "3 h 5 min", "2 days"."""
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    if whole < 86400:
        return f"{whole // 3600} h {whole % 3600 // 60} min"
    return several(whole // 86400, "day")


def several(count: int, what: str) -> str:
    """Return a count with its noun: "1 hint", "2 hints", "no hint"."""
    if not count:
        return f"no {what}"
    return f"{count} {what}{'s' * (count != 1)}"


def moment(at: float) -> str:
    """Return a time in the reader's own zone: "29 Nov 19:40", "29 Nov 2025" of another year."""
    then = datetime.fromtimestamp(at)
    day = f"{then.day:>2} {MONTHS[then.month - 1]}"
    return f"{day} {then:%H:%M}" if then.year == date.today().year else f"{day} {then.year}"


def ahead(day: date, today: date) -> str:
    """Return when a day comes: "today", "tomorrow", "in 3 days"; what is past is "today"."""
    days = (day - today).days
    if days <= 0:
        return "today"
    return "tomorrow" if days == 1 else f"in {days} days"


def ago(day: date, today: date) -> str:
    """Return how long ago a day was: "today", "yesterday", "5 days ago"."""
    days = (today - day).days
    if days <= 0:
        return "today"
    return "yesterday" if days == 1 else f"{days} days ago"
