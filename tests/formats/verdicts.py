"""Reports of every kind, made by hand so that each field is known, and hostile texts to put in."""

from dataclasses import replace

from grader.check import Difference, Row
from grader.jail import Layer
from grader.report import Counterexample, Isolation, Problem, Report, RuleReport, RuleStatus, Status

TITLES = ("the queue is served from the front", "a block has one owner", "nothing is lost")
VERSIONS = {"infra-drill": "0.0", "python": "3.0", "hypothesis": "0.0", "system": "linux"}
SAYS = {"time": "no answer after 1 s of running", "syntax": "SyntaxError: invalid syntax"}


def report(status: Status, *rules: RuleStatus, kind: str = "") -> Report:
    """Return a report on three rules; `kind` is of the problem, "" for none."""
    needs = {"wait": ("R1",)}
    told = tuple(
        RuleReport(f"R{n}", title, rule, 7 if rule == "ok" else 0, needs.get(rule, ()))
        for n, (title, rule) in enumerate(zip(TITLES, rules, strict=True), 1)
    )
    return Report(
        drill="queue",
        file="ann/queue.py",
        scope="all",
        status=status,
        rules=told,
        seed=0x5F3A91C2,
        scenarios=7,
        digest="0123456789abcdef",
        seconds=0.5,
        problem=Problem(kind, SAYS.get(kind, "it ended"), 3) if kind else None,
        counterexample=counterexample() if status == "failed" else None,
        isolation=Isolation("strong", (Layer("limits", True, ""),)),
        versions=VERSIONS,
    )


def counterexample(got: str = "B") -> Counterexample:
    """Return the smallest scenario that breaks R1."""
    return Counterexample(
        rule="R1",
        means="Who waits longest is served first.",
        case="r1-0000",
        scenario={"queue": [1, 2]},
        shown=("A    waits since 1", "B    waits since 2"),
        difference=Difference((Row("1", "A", got),)),
        repeats=True,
        also=1,
    )


VERDICTS: dict[str, Report] = {
    "passed": report("passed", "ok", "ok", "ok"),
    "passed_with_an_open_part": report("passed", "ok", "ok", "unwritten"),
    "passed_few_scenarios": replace(report("passed", "ok", "ok", "untold"), scope="5 scenarios"),
    "failed": report("failed", "failed", "ok", "wait"),
    "failed_twice": report("failed", "failed", "failed", "ok"),
    "failed_then_crashed": report("failed", "failed", "untold", "wait", kind="crash"),
    "failed_by_chance": replace(
        report("failed", "failed", "ok", "ok"),
        counterexample=replace(counterexample(), repeats=False),
        output="a print\n",
    ),
    "unwritten": report("ungradable", "untold", "untold", "untold", kind="unwritten"),
    "syntax": report("ungradable", "untold", "untold", "untold", kind="syntax"),
    "crash": report("ungradable", "untold", "untold", "untold", kind="crash"),
    "unreadable": replace(
        report("ungradable", "untold", "untold", "untold", kind="file"), isolation=None
    ),
    "time": report("limit", "untold", "untold", "untold", kind="time"),
    "memory": report("limit", "untold", "untold", "untold", kind="memory"),
    "output": report("limit", "untold", "untold", "untold", kind="output"),
}

HOSTILE = {
    "controls": "\x00\x01\x1b[31mred\x1b[0m\x07\x7f\x85",
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>&amp;<!-- <?php",
    "end of cdata": "<![CDATA[ ]]> ]]>",
    "lone surrogates": "\ud800 and \udfff",
    "no characters": "\ufffe\uffff\U0001ffff\ufdd0",
    "bidi": "\u202eevil\u2066",
    "a million lines": "x\n" * 1_000_000,
    "one long line": "y" * 3_000_000,
    "wide characters": "\U0001f40d" * 100_000,
    "commands of a log": "fine\n::add-mask::a\n  ::error::b\nc ##[set-env name=PATH]d",
    "quotes": "\"'\\ \t\r\n\u2028\u2029",
    "separators": "a\x1c\x1d\x1e\x1f\x0b\x0cb",
}


def hostile(text: str) -> list[Report]:
    """Return reports that hold the text wherever the learner's code has a say."""
    failed = replace(VERDICTS["failed"], counterexample=counterexample(text), output=text)
    ungradable = replace(VERDICTS["syntax"], problem=Problem("import", text, 1), output=text)
    limit = replace(VERDICTS["time"], problem=Problem("output", text), output=text, file=text)
    return [failed, ungradable, limit]
