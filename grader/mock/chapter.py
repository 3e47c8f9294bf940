"""What a report says, in words and in order; text, Markdown and HTML only set it."""

from dataclasses import dataclass
from typing import Any

from grader.clean import clean
from grader.mock import mark
from grader.mock.debrief import minutes

Row = dict[str, Any]


@dataclass(frozen=True)
class Chapter:
    """A heading and its lines; a line that begins with two spaces belongs to the one before it."""

    title: str
    lines: tuple[str, ...]


def head(table: Row) -> list[str]:
    """Return the lines at the top: what was held, when, by which clock."""
    began = table["began"].replace("T", " ")[:16]
    lines = [f"{began}, {table['minutes']:g} minutes, seed {table['seed']}, mock {table['mock']}"]
    if table["injected_clock"]:
        lines.append("The clock of this round was injected (DRILL_MOCK_CLOCK): it proves no time.")
    if table["stopped"] is not None:
        lines.append(f"Stopped after {minutes(table['stopped'])}.")
    if table["send_back"]:
        lines.append(f"To be sent back: {table['send_back']}")
    for jump in table["clock"]:
        at = minutes(jump["at"])
        if jump["kind"] == "restart":
            lines.append(
                f"At {at} the machine had been restarted; from there its wall clock counts."
            )
            continue
        seconds = float(jump["seconds"])
        way = "forward" if seconds > 0 else "back"
        moved = minutes(abs(seconds))
        lines.append(f"At {at} the system clock was moved {way} by {moved}; the round's was not.")
    return lines


def chapters(table: Row) -> list[Chapter]:
    """Return everything else, each chapter only if it has something to say."""
    found = [Chapter("Parts", tuple(_parts(table)))]
    found.append(Chapter("Broke under time", tuple(_broken(table))))
    found.append(Chapter("Under time, and in practice", tuple(_families(table))))
    for part in table["parts"]:
        title = f"Part {part['part']}: {part['title']}"
        found.append(Chapter(title, tuple(_details(part))))
    found.append(Chapter("Next", tuple(_next(table))))
    found.append(Chapter("Earlier rounds of this kind", tuple(_earlier(table))))
    return [chapter for chapter in found if chapter.lines]


def _parts(table: Row) -> list[str]:
    lines: list[str] = []
    for part in table["parts"]:
        lines.append(f"{part['part']}. {part['title']}")
        if part["opened"] is None:
            lines.append("  It was never begun.")
        elif part["opened"] - part["begin"] > 60:
            late = minutes(part["opened"])
            lines.append(f"  It began at {minutes(part['begin'])} and was first looked at {late}.")
        if part["edits"] and part["end"] < part["deadline"]:
            lines.append(f"  Handed in at {minutes(part['end'])}.")
        if part["late_edits"]:
            count = len(part["late_edits"])
            lines.append(f"  {count} edit{'s' * (count > 1)} after the buzzer: kept, not scored.")
    return lines


def _broken(table: Row) -> list[str]:
    lines: list[str] = []
    for part in table["parts"]:
        for one, drill in zip(part["marks"], part["broken"], strict=True):
            if not mark.is_graded(one):
                lines.append(f"part {part['part']}  {drill['drill']} {one['status']}: {_why(one)}")
            where = f"part {part['part']}  {drill['drill']}"
            lines += [f"{where} {rule['id']}  {rule['says']}" for rule in drill["rules"]]
            if drill["waiting"]:
                lines.append(
                    f"{where}  not told while those are broken: {', '.join(drill['waiting'])}"
                )
        if part.get("lost"):
            lines.append(f"part {part['part']}  held before the change: {', '.join(part['lost'])}")
    return lines


def _why(one: mark.Mark) -> str:
    return clean(one["problem"] or "nothing was graded")


def _families(table: Row) -> list[str]:
    lines: list[str] = []
    for row in table["families"]:
        held, tries = row["practice"]
        practice = f"held in {held} of {tries} practice attempts" if tries else "never practised"
        broke = ", ".join(row["broken"])
        lines.append(f"{row['drill']}, {row['family']}: {broke} broke; {practice}")
    return lines


def _details(part: Row) -> list[str]:
    if part["kind"] == "hunt":
        return _hunt(part)
    if part["kind"] == "quiz":
        return [line for n, q in enumerate(part["questions"], 1) for line in _question(n, q)]
    if part["kind"] == "say":
        notes = ["Notes:", *(f"  {clean(line)}" for line in part["notes"].splitlines())]
        points = [f"[{'x' if p['said'] else ' '}] {p['point']}" for p in part["said"]]
        return [*points, *(notes if part["notes"] else [])]
    return []


def _hunt(part: Row) -> list[str]:
    answer, change = part["answer"], part["change"]
    expected = answer["expected"]
    own = f"{clean(answer['rule']) or 'no rule'} in step {answer['step']}"
    lines = [f"The cause: {expected['rule']}, first broken in step {expected['step']}; you: {own}."]
    if answer["why"]:
        lines.append(f"  {clean(answer['why'])}")
    lines.append(_size(change["lines"], change["known"], change["is_small"]))
    lines.append(" ".join(part["about"]["fault"].split()))
    return [*lines, *(f"  {link}" for link in part["about"]["reports"])]


def _size(count: int, known: int, is_small: bool) -> str:
    if not count:
        return f"Nothing was changed; the known repair changes {known} of its lines."
    size = "a small change" if is_small else "not a small change"
    lines = f"{count} line{'s' * (count > 1)}"
    return f"{lines} changed, {size}; the known repair changes {known}."


def _question(number: int, question: Row) -> list[str]:
    lines = [f"{number}. {question['text']}", f"  {clean(question['says'])}"]
    return [*lines, *(f"    {line}" for line in question["working"])]


def _next(table: Row) -> list[str]:
    lines: list[str] = []
    for step in table["next"]:
        lines += [f"{step['date']}  {step['do']}", f"  {step['why']}"]
    return lines


def _earlier(table: Row) -> list[str]:
    lines: list[str] = []
    for one in table["earlier"]:
        told = [
            f"part {p['part']}: {p['held'][0]} of {p['held'][1]}, full {minutes(p['first_full'])}"
            for p in one["parts"]
            if p["held"]
        ]
        lines.append(f"{one['date']}  mock {one['mock']}   {'; '.join(told)}")
    return lines
