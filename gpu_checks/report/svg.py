"""Inline SVG: timeline, page map, pages in use, step times. Strings from numbers, no script."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from gpu_checks.course import Course
from gpu_checks.report.timeline import COLORS, MEANS, owners, timeline

WIDTH, LEFT, RIGHT = 1_000, 50, 14  # pixels of a picture; left of step 1; right of the last
PAGES = 200  # rows of a page map
HUES = 47  # degrees between the colours of neighbouring requests


def legend() -> str:
    """Return what the colours of a timeline mean."""
    items = "".join(
        f'<span><i style="background:{COLORS[kind]}"></i>{escape(MEANS[kind])}</span>'
        for kind in COLORS
    )
    return f'<p class="legend">{items}<span><b>&#9660;</b> loses its pages</span></p>'


def draw_timeline(course: Course) -> str:
    """Return a picture with a row a request and a column a step."""
    lines = timeline(course)
    wide = _wide(course)
    high = max(4, min(16, 640 // max(1, len(lines))))
    parts: list[str] = []
    for number, segments in enumerate(lines):
        top = number * high
        for kind, first, count in segments:
            says = f"request {number}: {MEANS[kind]}, {_steps(first, count)}"
            box = f'x="{LEFT + first * wide:.2f}" y="{top}" width="{count * wide:.2f}"'
            color = COLORS[kind]
            parts.append(
                f'<rect {box} height="{high - 1}" fill="{color}"><title>{says}</title></rect>'
            )
    parts += _losses(course, wide, high)
    return _picture(parts, len(lines) * high, course, "requests", _ticks(len(lines), high))


def _losses(course: Course, wide: float, high: int) -> Iterator[str]:
    for index, step in enumerate(course.steps):
        for number in step.preempted:
            x, y = LEFT + index * wide, number * high
            says = f"request {number} loses its pages in step {index + 1}"
            points = f"{x - 4:.1f},{y - 2} {x + 4:.1f},{y - 2} {x:.1f},{y + 6}"
            yield f'<polygon points="{points}" fill="#7a0019"><title>{says}</title></polygon>'


def draw_pages(course: Course) -> str:
    """Return a picture with a row a page and a column a step, coloured by owner."""
    lines = owners(course, PAGES)
    wide = _wide(course)
    high = max(2, min(12, 360 // max(1, len(lines))))
    stride = -(-course.workload.pages // PAGES)
    parts: list[str] = []
    for index, line in enumerate(lines):
        first = 0
        for owner, group in groupby(line):
            count = len(list(group))
            if owner >= 0:
                says = f"page {index * stride}: request {owner}, {_steps(first, count)}"
                box = f'x="{LEFT + first * wide:.2f}" y="{index * high}"'
                size = f'width="{count * wide:.2f}" height="{high}"'
                parts.append(f'<rect {box} {size} fill="{hue(owner)}"><title>{says}</title></rect>')
            first += count
    return _picture(parts, len(lines) * high, course, "pages", _ticks(len(lines), high, stride))


def draw_use(course: Course) -> str:
    """Return a curve of the pages in use."""
    pages = max(1, course.workload.pages)
    used = [step.used / pages for step in course.steps]
    parts = [_curve(used, _wide(course), 80, "#2b7bba")]
    return _picture(parts, 80, course, "in use", [(8, f"{pages}"), (80, "0")])


def draw_pace(pace: Sequence[tuple[float, float]]) -> str:
    """Return the time of each step in the model, above what the roofline says."""
    most = max((max(pair) for pair in pace), default=0.0) or 1.0
    wide = (WIDTH - LEFT - RIGHT) / max(1, len(pace))
    parts = [
        _curve([at / most for at, _ in pace], wide, 120, "#2b7bba"),
        _curve([at / most for _, at in pace], wide, 120, "#d01c3f"),
    ]
    ticks = [(8, f"{1000 * most:.3g} ms"), (120, "0")]
    return _frame(parts, 120, len(pace), "step", ticks)


def hue(number: int) -> str:
    """Return the colour of a request; neighbours differ."""
    return f"hsl({number * HUES % 360} 62% {48 + number % 3 * 9}%)"


def _curve(values: Sequence[float], wide: float, high: int, color: str) -> str:
    points = " ".join(
        f"{LEFT + (at + 0.5) * wide:.1f},{high - value * (high - 8):.1f}"
        for at, value in enumerate(values)
    )
    return f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="1.5"/>'


def _wide(course: Course) -> float:
    return (WIDTH - LEFT - RIGHT) / max(1, len(course.steps))


def _picture(
    parts: list[str], high: int, course: Course, what: str, ticks: list[tuple[int, str]]
) -> str:
    return _frame(parts, high, len(course.steps), what, ticks)


def _frame(parts: list[str], high: int, steps: int, what: str, ticks: list[tuple[int, str]]) -> str:
    left = "".join(f'<text x="{LEFT - 6}" y="{y}" class="r">{escape(t)}</text>' for y, t in ticks)
    marks = sorted({1, steps // 4, steps // 2, 3 * steps // 4, steps} - {0})
    wide = (WIDTH - LEFT - RIGHT) / max(1, steps)
    below = "".join(
        f'<text x="{LEFT + (at - 0.5) * wide:.1f}" y="{high + 16}" class="m">{at}</text>'
        for at in marks
    )
    label = f"{what} (downwards) over {steps} steps (to the right)"
    return (
        f'<svg viewBox="0 -8 {WIDTH} {high + 30}" role="img" aria-label="{escape(label)}">'
        f"{''.join(parts)}{left}{below}</svg>"
    )


def _ticks(count: int, high: int, stride: int = 1) -> list[tuple[int, str]]:
    every = max(1, -(-count // 12))
    return [(at * high + min(high, 11), str(at * stride)) for at in range(0, count, every)]


def _steps(first: int, count: int) -> str:
    return f"step {first + 1}" if count == 1 else f"steps {first + 1} to {first + count}"
