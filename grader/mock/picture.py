"""The timeline of one part as SVG: edits as ticks, grades as dots, the buzzer."""

from html import escape
from typing import Any

from grader.mock.debrief import minutes

WIDE, HIGH = 340, 160
LEFT, RIGHT, TOP, FLOOR = 40, 318, 22, 108  # of the field in which grades are drawn
TICKS = 120  # where the marks of edits hang

AFTER = 328  # where an edit is drawn that came when the clock of the part had run out

Row = dict[str, Any]


def picture(part: Row) -> str:
    """Return the timeline of a part that lasted from `begin` to `end`, as one SVG element."""
    until: float = max(part["deadline"], part["end"], part["begin"] + 1.0)

    def x(at: float) -> float:
        share: float = (at - part["begin"]) / (until - part["begin"])
        return float(round(LEFT + share * (RIGHT - LEFT), 1))

    shapes = [*_axes(part, until, x(part["end"]))]
    shapes += [f'<path class="edit" d="M{x(at)} {TICKS}v8"/>' for at in part["edits"]]
    behind = [min(x(at), AFTER) for at in part["late_edits"]]
    shapes += [f'<path class="late" d="M{px} {TICKS}v8"/>' for px in dict.fromkeys(behind)]
    points = [(x(grade["at"]), _y(grade), grade) for grade in part["grades"]]
    if points:
        line = " ".join(f"{px},{py}" for px, py, _ in points)
        shapes.append(f'<polyline class="line" points="{line}"/>')
    for px, py, grade in points:
        kind = "full" if grade["status"] == "passed" else "some"
        says = f"{grade['held']}/{grade['rules']}" if _ran(grade) else "did not run"
        end = "end" if px > RIGHT - 30 else "middle"
        shapes.append(f'<circle class="{kind}" cx="{px}" cy="{py}" r="4"/>')
        shapes.append(f'<text x="{px}" y="{py - 8}" text-anchor="{end}">{says}</text>')
    body = "\n".join(shapes)
    return (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label="{escape(_says(part))}">\n'
        f"{body}\n</svg>"
    )


def _ran(grade: Row) -> bool:
    return grade["status"] in ("passed", "failed")


def _y(grade: Row) -> float:
    share = grade["held"] / grade["rules"] if _ran(grade) and grade["rules"] else 0.0
    return round(FLOOR - share * (FLOOR - TOP), 1)


def _axes(part: Row, until: float, buzzer: float) -> list[str]:
    length = until - part["begin"]
    middle = (LEFT + RIGHT) / 2
    shapes = [
        f'<path class="axis" d="M{LEFT} {TOP}V{FLOOR}H{RIGHT}"/>',
        f'<path class="buzzer" d="M{buzzer} {TOP - 8}V{TICKS + 8}"/>',
        f'<text x="{LEFT - 4}" y="{TICKS + 8}" text-anchor="end">edits</text>',
        f'<text x="{LEFT}" y="{HIGH - 6}">0:00</text>',
        f'<text x="{RIGHT}" y="{HIGH - 6}" text-anchor="end">{minutes(length)}</text>',
        f'<text x="{middle}" y="{HIGH - 6}" text-anchor="middle">minutes</text>',
    ]
    if part["marks"]:
        shapes.append(f'<text x="{LEFT - 4}" y="{TOP + 4}" text-anchor="end">all</text>')
        shapes.append(f'<text x="{LEFT - 4}" y="{FLOOR}" text-anchor="end">0</text>')
    return shapes


def _says(part: Row) -> str:
    """Return the picture in words, for those who cannot see it."""
    told = [
        f"after {minutes(g['at'] - part['begin'])} {g['held']} of {g['rules']} rules"
        for g in part["grades"]
    ]
    grades = "; ".join(told) or "no grade"
    ended = minutes(part["end"] - part["begin"])
    return f"Part {part['part']}: {len(part['edits'])} edits, {grades}, ended after {ended}"
