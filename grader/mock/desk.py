"""What lies on the desk: the files of a part as they are written when it begins."""

import random
import re
from dataclasses import dataclass

from grader import catalogue
from grader.catalogue import Drill
from grader.check import Scenario
from grader.mock import hunt
from grader.mock.graft import graft, hollow
from grader.mock.session import Session
from grader.quiz.draw import Asked, draw

ANSWERS = "answers.txt"
NOTES = "say-it.md"
LONGEST = 6  # lines of a workload that is drawn for the statement
TRIES = 64  # scenarios that are looked at for one


@dataclass(frozen=True)
class Talk:
    """What is said in an interview about a drill, read from its talk.md."""

    prompt: str
    questions: tuple[str, ...]
    checklist: tuple[str, ...]


def files(session: Session, part: int, own: str) -> dict[str, str]:
    """Return the files of a part by name; `own` is the learner's file that it follows, or ""."""
    kind = session.round.parts[part].kind
    if kind == "code":
        return _code(session, part, own)
    if kind == "hunt":
        return _hunt(session, part)
    return _quiz(session, part) if kind == "quiz" else _say(session, part)


def watched(session: Session, part: int) -> tuple[str, ...]:
    """Return which files of a part are looked at: those that the learner writes."""
    kind = session.round.parts[part].kind
    if kind == "quiz":
        return (ANSWERS,)
    if kind == "say":
        return (NOTES,)
    file = f"{session.drill(part)}.py"
    return (file, hunt.ANSWER) if kind == "hunt" else (file,)


def asked(session: Session, part: int) -> tuple[Asked, ...]:
    """Return the questions of a quiz part; the seed of the session draws them."""
    row = session.round.parts[part]
    return draw(session.stored.seed ^ (part + 1), row.questions, row.topic or None)


def talk(drill: Drill) -> Talk:
    """Return what talk.md holds: the first line of "Say it", the questions, the checklist."""
    sections: dict[str, str] = {}
    for section in re.split(r"^## ", drill.text("talk.md"), flags=re.MULTILINE)[1:]:
        head, _, body = section.partition("\n")
        sections[head.strip()] = body
    prompt = sections.get("Say it", "").strip().split("\n\n")[0].lstrip("- ")
    questions = re.findall(r"^\*\*(.+?)\*\*", sections.get("Follow-ups", ""), re.MULTILINE)
    listed = re.findall(r"^- (.+(?:\n  .+)*)", sections.get("Checklist", ""), re.MULTILINE)
    checklist = tuple(" ".join(item.split()).removeprefix("[ ] ") for item in listed)
    return Talk(" ".join(prompt.split()), tuple(questions), checklist)


def checklist(session: Session, part: int) -> tuple[str, ...]:
    """Return the points that are scored after the buzzer."""
    row = session.round.parts[part]
    return row.checklist or talk(catalogue.find(row.drill)).checklist


def workload(drill: Drill, seed: int) -> list[str]:
    """Return a scenario of a drill, drawn from the seed, as a person can draw it; [] for none."""
    from grader.material import material  # hypothesis: only when a part is written
    from grader.scenario import play

    found: list[Scenario] = []
    known = material(drill)

    def use(scenario: Scenario) -> bool:
        found.append(scenario)
        return len(found) < TRIES

    play(known.random, seed, TRIES, use)
    shown = [known.show(scenario) for scenario in found]
    fitting = [lines for lines in shown if len(lines) <= LONGEST]
    return max(fitting, key=lambda lines: sum(map(len, lines)), default=list[str]())


def _head(session: Session, part: int, *lines: str) -> str:
    row = session.round.parts[part]
    grades = f"; {row.grades} grades, counts only" if row.kind in ("code", "hunt") else ""
    text = [
        f"# Part {part + 1} of {len(session.round.parts)}: {row.title}",
        "",
        f"{row.minutes:g} minutes{grades}; no hints.",
        "The file is graded as it stands when the time of this part ends.",
        *lines,
    ]
    return "\n".join(text).rstrip() + "\n"


def _code(session: Session, part: int, own: str) -> dict[str, str]:
    row, drill = session.round.parts[part], catalogue.find(session.round.parts[part].drill)
    kept = [catalogue.find(name) for name in row.keeps]
    given = drill.text("given.py")
    for other in kept:
        given = graft(given, other.text("given.py"))
    lines = ["", row.request.strip(), ""] if row.request else [""]
    drawn = workload(drill, session.stored.seed)
    if drawn:
        lines += ["A workload of this round, to draw before you type:", "", "```"]
        lines += [*drawn, "```", ""]
    if kept:
        names = ", ".join(f"`{other.name}` ({len(other.rules)})" for other in kept)
        lines += [f"Rules that go on being checked in the same file: {names}.", ""]
    texts = {
        "task.md": _head(session, part, *lines, "---", "", drill.text("task.md")),
        drill.file: _begun(row.write, row.drop, drill, own),
        "given.py": given,
        "test_examples.py": drill.text("test_examples.py"),
    }
    return {name: text for name, text in texts.items() if text}


def _begun(write: tuple[str, ...], drop: tuple[str, ...], drill: Drill, own: str) -> str:
    """Return the file that a code part begins with."""
    if own:
        return graft(own, drill.text("stub.py"))
    if write:
        return hollow(drill.reference.read_text(encoding="utf-8"), write, drop)
    return drill.text("stub.py")


def _hunt(session: Session, part: int) -> dict[str, str]:
    found = session.hunt(part)
    drill = catalogue.find(found.drill)
    lines = [
        "",
        "## What was reported",
        "",
        found.symptom.strip(),
        "",
        "## What you do",
        "",
        f"`python incident.py` plays it, a line a step. Mend `{drill.file}`; the other files are",
        "right. All rules below are graded, and the size of your change: a repair, not a new file.",
        f"Then say in `{hunt.ANSWER}` which rule breaks first, and in which step of the incident.",
        "",
        "---",
        "",
        drill.text("task.md"),
    ]
    return {"task.md": _head(session, part, *lines), **found.files()}


def _quiz(session: Session, part: int) -> dict[str, str]:
    lines = ["", f"Write each answer behind its number in `{ANSWERS}`, with its unit."]
    for number, one in enumerate(asked(session, part), 1):
        lines += ["", f"{number}. {one.question.text}", f"   In {one.question.asks}."]
    empty = "".join(f"{n}: \n" for n in range(1, len(asked(session, part)) + 1))
    return {"task.md": _head(session, part, *lines), ANSWERS: empty}


def _say(session: Session, part: int) -> dict[str, str]:
    row = session.round.parts[part]
    said = talk(catalogue.find(row.drill)) if row.drill else Talk("", (), ())
    lines = ["", row.request.strip() or said.prompt, ""]
    rng = random.Random(f"{session.stored.seed} {part}")
    drawn = rng.sample(said.questions, min(2, len(said.questions)))
    lines += [f"Then: {question}" for question in drawn]
    lines += ["", "Say it aloud; keep notes below.", "", "---", ""]
    return {NOTES: _head(session, part, *lines)}
