"""No check is there in vain: taken away, it turns the proof of its drill red.

That the same programs are in order while all checks are there is what `test_catalogue.py` shows.
"""

import pytest

from grader.catalogue import Drill, find, names
from grader.check import Told
from grader.dev.check import every_rule_is_broken
from grader.dev.mutants import Wrong, wrong
from grader.dev.programs import Finding, judged
from grader.material import material

CHECKS = [(name, rule.id) for name in names() for rule in find(name).rules]


@pytest.mark.parametrize(("name", "rule"), CHECKS)
def test_without_one_check_the_proof_of_its_drill_is_red(
    name: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drill = find(name)
    monkeypatch.setitem(material(drill).checks, rule, lambda _: Told.HELD)

    findings = findings_of(drill, rule)

    assert any(finding.problem for finding in findings)


def findings_of(drill: Drill, rule: str) -> list[Finding]:
    """Judge one wrong program that names the rule; where none does, all, and ask who breaks it."""
    programs: list[Wrong] = wrong(drill)
    naming = [program for program in programs if program.rule == rule]
    if naming:
        return [judged(drill.name, naming[0], 1)]
    found = [judged(drill.name, program, 1) for program in programs if program.rule != "limit"]
    return [every_rule_is_broken(drill, found)]
