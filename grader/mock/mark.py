"""Marks: what a file is worth by the rules of one drill, as plain data; and a part's verdict."""

import hashlib
import re
from dataclasses import replace
from typing import Any

from grader import catalogue
from grader.judge import judge
from grader.mock import desk, hunt
from grader.mock.session import DISCLOSURE, Session
from grader.report import Report

Mark = dict[str, Any]
Verdict = dict[str, Any]
SKIPPED = "skipped"  # kind of a part that was never begun: nothing of it is told
Kept = list[tuple[Report, str]]


def marks(session: Session, part: int, source: str, keep: Kept | None = None) -> list[Mark]:
    """Grade a file by the part's drill and by those that it keeps, the part's own first.

    Each report in full, with the source, is added to `keep`.
    """
    found: list[Mark] = []
    lenders = session.lenders(part)
    for name in (session.drill(part), *session.round.parts[part].keeps):
        drill = catalogue.find(name)
        report = judge(drill, source, seed=session.stored.seed, file=drill.file, lenders=lenders)
        found.append(_mark(report))
        if keep is not None:
            keep.append((replace(report, disclosure=DISCLOSURE), source))
    return found


def counts(mark: Mark) -> tuple[int, int]:
    """Return how many rules of a mark hold, and of how many; rules left open do not count."""
    states = [state for state in mark["rules"].values() if state != "unwritten"]
    return states.count("ok"), len(states)


def is_full(mark: Mark) -> bool:
    """Return whether every rule held."""
    return bool(mark["status"] == "passed")


def is_graded(mark: Mark) -> bool:
    """Return whether the file ran against the rules at all."""
    return mark["status"] in ("passed", "failed")


def regressions(mark: Mark, before: Mark | None) -> list[str]:
    """Return the rules that held before a change and hold no longer; [] when nothing is known."""
    if before is None or before["drill"] != mark["drill"]:
        return []
    held = {rule for rule, state in before["rules"].items() if state == "ok"}
    return [rule for rule, state in mark["rules"].items() if rule in held and state != "ok"]


def verdict(
    session: Session,
    part: int,
    texts: dict[str, str],
    before: Mark | None,
    keep: Kept | None = None,
) -> Verdict:
    """Return what became of a part from the files as they stood at its end.

    `before` is the mark of the drill that a change request keeps, at the end of the earlier part;
    the reports in full are added to `keep`.
    """
    if not session.is_opened(part):
        return {"kind": SKIPPED, "files": {}}
    kind = session.round.parts[part].kind
    found: Verdict = {"kind": kind, "files": {n: digest(t) for n, t in sorted(texts.items())}}
    if kind == "quiz":
        return {**found, "questions": _quiz(session, part, texts.get(desk.ANSWERS, ""))}
    if kind == "say":
        notes = texts.get(desk.NOTES, "").partition("\n---\n")[2].strip()
        return {**found, "notes": notes, "checklist": [*desk.checklist(session, part)]}
    source = texts.get(f"{session.drill(part)}.py", "")
    found["marks"] = marks(session, part, source, keep)
    if kind == "hunt":
        found |= _hunt(session.hunt(part), source, texts.get(hunt.ANSWER, ""))
    else:
        found["lost"] = [r for m in found["marks"][1:] for r in regressions(m, before)]
    return found


def own(verdict: Verdict) -> Mark | None:
    """Return the mark by the part's own drill, None if there is none."""
    return next(iter(verdict.get("marks", [])), None)


def digest(text: str) -> str:
    """Return a short name of a text that changes with every change of it."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _mark(report: Report) -> Mark:
    problem = report.problem
    return {
        "drill": report.drill,
        "status": report.status,
        "rules": {rule.id: rule.status for rule in report.rules},
        "problem": f"{problem.says} (line {problem.line})" if problem else "",
        "told": report.counterexample.rule if report.counterexample else "",
        "scenarios": report.digest,
        "seed": f"{report.seed:08x}",
    }


def _hunt(found: hunt.Hunt, source: str, said: str) -> Verdict:
    lines, most = hunt.changed(found.wrong, source), found.lines + hunt.SPARE
    size = {"lines": lines, "known": found.lines, "most": most, "is_small": 0 < lines <= most}
    about = {"title": found.title, "fault": found.fault, "reports": [*found.reports]}
    return {
        "hunt": found.name,
        "about": about,
        "change": size,
        "answer": hunt.answered(found, said),
    }


def _quiz(session: Session, part: int, answers: str) -> list[dict[str, Any]]:
    from grader.quiz.score import judged

    typed = dict(re.findall(r"^\s*(\d+)\s*[:.)][ \t]*(.*?)[ \t]*$", answers, re.MULTILINE))
    questions: list[dict[str, Any]] = []
    for number, one in enumerate(desk.asked(session, part), 1):
        result, lines = judged(one, typed.get(str(number)), 0.0)
        questions.append(
            {
                "topic": one.template.topic,
                "text": one.question.text,
                "typed": result.typed,
                "status": result.status,
                "says": lines[0],
                "working": [line.strip() for line in lines[1:]],
            }
        )
    return questions
