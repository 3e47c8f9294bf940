"""The live view while a run goes on: who waits, runs, has ended; the page map; tokens a second."""

import string
from collections.abc import Iterator

from gpu_checks.course import Course

OWNERS = string.ascii_letters + string.digits  # a sign a request, over again after 62
WIDTH, HEIGHT = 64, 8  # signs of the page map


def view(course: Course, what: str) -> Iterator[str]:
    """Yield the lines of one moment; the page map is coloured by whoever prints it."""
    step = course.steps[-1]
    ended = sum(life.finished for life in course.lives)
    sampled = sum(piece.sampled for piece in step.pieces)
    seconds = step.learner + step.host + step.model
    speed = f"{sampled / seconds:,.0f} tok/s" if seconds else ""
    yield f"  {what}   step {step.number:,}   {step.kind}   {speed}"
    yield f"  waiting {step.waiting:>4}   running {step.running:>4}   ended {ended:>4}"
    pages = course.workload.pages
    yield f"  pages in use {step.used:,} of {pages:,}"
    yield from page_map(course)


def page_map(course: Course) -> Iterator[str]:
    """Yield a sign a page: its owner, or a dot; every n-th page when there are too many."""
    if not course.pages:
        return
    owned = course.pages[-1]
    stride = -(-len(owned) // (WIDTH * HEIGHT))
    signs = "".join("." if n < 0 else OWNERS[n % len(OWNERS)] for n in owned[::stride])
    yield from (f"  | {signs[at : at + WIDTH]}" for at in range(0, len(signs), WIDTH))
