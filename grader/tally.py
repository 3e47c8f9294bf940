"""Which rules broke: outcomes of checks, counted over many scenarios."""

from dataclasses import dataclass, field
from typing import TypeAlias

from grader.catalogue import Rule
from grader.check import Check, Difference, Run, Scenario, Told
from grader.shrink import weight

Outcomes: TypeAlias = dict[str, Difference | Told]  # by rule id


@dataclass(frozen=True)
class Breach:
    """One scenario that breaks a rule, and where."""

    scenario: Scenario
    difference: Difference


@dataclass
class Count:
    """What is known of one rule: in how many scenarios it was at stake, what broke it."""

    scenarios: int = 0
    breaches: list[Breach] = field(default_factory=list)


class Tally:
    """Counts for all rules of a drill; `first_broken` is the cause, not a consequence."""

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        self.rules = rules
        self.counts = {rule.id: Count() for rule in rules}

    def add(self, scenario: Scenario, outcomes: Outcomes) -> bool:
        """Count one scenario; return whether it broke a rule."""
        broke = False
        for rule_id, outcome in outcomes.items():
            count = self.counts[rule_id]
            if outcome is not Told.IDLE:
                count.scenarios += 1
            if isinstance(outcome, Difference):
                count.breaches.append(Breach(scenario, outcome))
                broke = True
        return broke

    @property
    def broken(self) -> set[str]:
        """Return the ids of all rules that at least one scenario broke."""
        return {rule_id for rule_id, count in self.counts.items() if count.breaches}

    def first_broken(self) -> tuple[Rule, Breach] | None:
        """Return the rule to tell first and the smallest scenario seen that shows it."""
        rule = cause(self.rules, self.broken)
        if rule is None:
            return None
        return rule, min(self.counts[rule.id].breaches, key=lambda breach: weight(breach.scenario))


def judge_run(checks: dict[str, Check], rules: tuple[Rule, ...], run: Run) -> Outcomes:
    """Ask every rule's check about one run."""
    return {rule.id: checks[rule.id](run) for rule in rules}


def cause(rules: tuple[Rule, ...], broken: set[str]) -> Rule | None:
    """Return the first broken rule none of whose needs is broken."""
    for rule in rules:
        if rule.id in broken and not blockers(rules, rule, broken):
            return rule
    return None


def blockers(rules: tuple[Rule, ...], rule: Rule, broken: set[str]) -> list[str]:
    """Return the broken rules that this one waits for, directly or through others."""
    by_id = {other.id: other for other in rules}
    needed: set[str] = set()
    todo = list(rule.needs)
    while todo:
        need = todo.pop()
        if need not in needed and need in by_id:
            needed.add(need)
            todo += by_id[need].needs
    return [other.id for other in rules if other.id in needed & broken]
