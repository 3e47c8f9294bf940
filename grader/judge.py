"""Grade one file: play scenarios on it, ask the checks, shrink what fails, report.

The learner's code runs only in workers. Telling and saved scenarios come first, random ones after;
the worker plays ahead while the reference and the checks run here. A verdict exists only when every
rule was asked. Left out: drawing scenarios (`scenario.py`), the screens.
"""

import hashlib
import json
import os
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from grader.answer import Answer, Crashed, Hit, Seen, Unfit, Unwritten
from grader.catalogue import Drill, Rule
from grader.check import Difference, Row, Run, Scenario
from grader.clean import CELL, clean, short
from grader.clock import waited_seconds
from grader.error import DrillError
from grader.jail import level
from grader.limits import Limits
from grader.material import SECONDS, Material, material, modules
from grader.plain import Plain
from grader.report import ALL, Counterexample, Isolation, Problem, Report, RuleReport, Status
from grader.shape import fits
from grader.shrink import Budget, shrink
from grader.strength import strength
from grader.tally import Breach, Outcomes, Tally, blockers, cause, judge_run
from grader.worker import Setup, Worker

SCENARIOS = 600  # of a grade whose pass counts
AHEAD = 24  # scenarios that the worker may be ahead of the checks
AFTER = 40  # scenarios still played after the first that fails, to find the cause among causes


def judge(
    drill: Drill,
    source: str,
    *,
    seed: int,
    scenarios: int = SCENARIOS,
    file: str = "",
    cases: Sequence[Scenario] = (),
    rule: str | None = None,
    only_cases: bool = False,
    fixed: bool = True,
    limits: Limits | None = None,
    isolation: str = "basic",
    lenders: tuple[str, ...] = (),
) -> Report:
    """Grade `source` as the file of `drill`; the same seed plays the same scenarios.

    `cases` are played first, or alone; without `fixed` the random scenarios alone. `rule` asks only
    that rule and those it needs; a jail below the level `isolation` is a DrillError before anything
    is run; `lenders` are drills whose `given` the file may import from too. Costs about a second
    and never runs the learner's code in this process.
    """
    limits = limits or Limits()
    texts = modules(drill, lenders)
    setup = Setup(drill.name, source, texts, drill.signatures, limits, seed, isolation)
    grade = Grade(drill, setup, rule)
    grade.scope = _scope(rule, scenarios, only_cases) if fixed else "random scenarios only"
    grade.fixed = fixed
    try:
        return grade.run(0 if only_cases else scenarios, cases, file or drill.file)
    finally:
        grade.worker.close()


class Stop(Exception):
    """Ends a grade before all rules were asked; holds why."""

    def __init__(self, problem: Problem, status: Status) -> None:
        super().__init__(problem.says)
        self.problem = problem
        self.status: Status = status


class Grade:
    """The course of one grade."""

    def __init__(self, drill: Drill, setup: Setup, rule: str | None) -> None:
        self.began = time.monotonic()
        self.waited = waited_seconds(os.getpid())  # of this process, before the grade
        self.scope = ALL
        self.fixed = True
        self.drill = drill
        self.setup = setup
        self.worker = Worker(setup)
        self.rules = _asked(drill, rule)
        self.tally = Tally(self.rules)
        self.unwritten: set[str] = set()  # parts
        self.played: set[str] = set()
        self.digest = hashlib.sha256()
        self.waiting: deque[tuple[Scenario, Plain]] = deque()  # submitted, not yet checked
        self.output: tuple[str, bool] | None = None  # printed by the counterexample alone
        self.left = -1  # scenarios still to play after a failure; -1 while none failed
        self.checked = 0
        self.needed = 0  # scenarios checked when the first rule broke
        self.material: Material | None = None

    def run(self, scenarios: int, cases: Sequence[Scenario], file: str) -> Report:
        """Play everything and return the report."""
        found: Counterexample | None = None
        problem: Problem | None = None
        status: Status = "passed"
        try:
            self._load()
            self._play(scenarios, cases)
        except Stop as stop:
            problem, status = stop.problem, stop.status
        if self.tally.broken:  # a broken rule teaches more than the limit that was hit after it
            found, status = self._counterexample(), "failed"
        elif problem is None:
            self._check_complete()
        return Report(
            drill=self.drill.name,
            file=file,
            scope=self.scope,
            status=status,
            rules=self._rules(problem is not None),
            seed=self.setup.seed,
            scenarios=len(self.played),
            needed=self.needed or self.checked,
            digest=self.digest.hexdigest()[:16],
            seconds=time.monotonic() - self.began,
            counterexample=found,
            problem=problem,
            parts=self._parts(),
            output=(self.output or self.worker.output)[0],
            output_cut=(self.output or self.worker.output)[1],
            isolation=self._isolation(),
            judge=strength(self.drill),
        )

    def _load(self) -> None:
        self.material = material(self.drill)  # while the worker starts
        answer = self.worker.load()
        if answer is not None:
            raise self._stop(answer, None)

    def _play(self, scenarios: int, cases: Sequence[Scenario]) -> None:
        assert self.material is not None, "_load comes first"
        is_whole = self.fixed and scenarios > 0
        fixed = [*cases, *(self.material.telling.values() if is_whole else ())]
        for scenario in fixed:
            if self.material.seconds(scenario) <= SECONDS:
                self._submit(scenario)
        self._drain(0)
        for scenario in fixed:  # the long ones tell of cost, and only once all else holds
            if self.left < 0 and self.material.seconds(scenario) > SECONDS:
                self._submit(scenario)
                self._drain(0)
        if self.left < 0 and scenarios > len(self.played):

            def use(scenario: Scenario) -> bool:
                return self._submit(scenario) and len(self.played) < scenarios

            # twice as many as wanted, since some are drawn twice and played once
            self.material.draw(self.setup.seed, 2 * scenarios, use)
        self._drain(0)
        if not self.played:
            raise DrillError(f"{self.drill.name}: no scenario was played", code=5)

    def _submit(self, scenario: Scenario) -> bool:
        """Send a scenario to the worker unless it was played; return whether to go on."""
        assert self.material is not None, "_load comes first"
        key = json.dumps(scenario)
        if key in self.played or self.material.part(scenario) in self.unwritten:
            return True
        self._look_at_the_clock()
        self.played.add(key)
        self.digest.update(key.encode())
        self.worker.submit(scenario, self.material.seconds(scenario))
        self.waiting.append((scenario, self.material.must(scenario)))
        self._drain(AHEAD)
        if self.left > 0:
            self.left -= 1
        return self.left != 0

    def _look_at_the_clock(self) -> None:
        """Stop when the grade took too long; time in which worker and judge had no core is free."""
        seconds = self.setup.limits.grade_seconds
        late = time.monotonic() - self.began - seconds
        if late > 0 and late > self.worker.waited + waited_seconds(os.getpid()) - self.waited:
            raise Stop(Problem("grade", f"the whole grade took over {seconds:g} s"), "limit")

    def _drain(self, ahead: int) -> None:
        """Check answers until at most `ahead` scenarios are outstanding."""
        while len(self.waiting) > ahead:
            scenario, must = self.waiting.popleft()
            answer = self.worker.answer(must)
            self.checked += 1
            outcomes = self._outcomes(scenario, must, answer)
            if self.tally.add(scenario, outcomes) and self.left < 0:
                self.left, self.needed = AFTER, self.checked

    def _outcomes(self, scenario: Scenario, must: Plain, answer: Answer) -> Outcomes:
        assert self.material is not None, "_load comes first"
        if isinstance(answer, Unwritten):
            part = self.material.part(scenario)
            if part:
                self.unwritten.add(part)
                return {}
        if not isinstance(answer, Seen):
            raise self._stop(answer, scenario)
        got = answer.observation
        if got is not must and not fits(got, self.material.observation):
            raise self._stop(Crashed("the worker sent an answer of the wrong shape"), scenario)
        rules = tuple(r for r in self.rules if r.part == self.material.part(scenario))
        try:
            return judge_run(self.material.checks, rules, Run(scenario, must, got))
        except Exception as error:
            if got is must:
                raise  # a fault of ours
            says = f"the worker sent an answer that contradicts itself ({type(error).__name__})"
            raise self._stop(Crashed(says), scenario) from error

    def _check_complete(self) -> None:
        """A pass says that every rule held at least once; anything less is a fault of ours."""
        idle = [
            rule.id
            for rule in self.rules
            if rule.part not in self.unwritten and not self.tally.counts[rule.id].scenarios
        ]
        if idle and self.scope == ALL:
            raise DrillError(f"{self.drill.name}: nothing put {', '.join(idle)} at stake", code=5)

    def _counterexample(self) -> Counterexample | None:
        first = self.tally.first_broken()
        if first is None:
            return None
        assert self.material is not None, "_load comes first"
        rule, breach = first
        small = self._shrink(rule, breach.scenario)
        again = self._again(rule, small)
        if again is None and small != breach.scenario:
            # made smaller it broke by chance, by the order of a set say; as it was it need not
            again = self._again(rule, breach.scenario)
        told = again or breach
        return Counterexample(
            rule=rule.id,
            means=rule.means,
            case=case_id(rule, told.scenario),
            scenario=told.scenario,
            shown=tuple(self.material.show(told.scenario)),
            difference=_harmless(told.difference),
            repeats=again is not None,
            also=len(self.tally.broken) - 1,
        )

    def _shrink(self, rule: Rule, scenario: Scenario) -> Scenario:
        """Return a small scenario in which `rule` is the first broken rule."""
        assert self.material is not None, "_load comes first"

        def fails(move: Scenario) -> bool:
            if self.worker.is_dead:  # a smaller scenario hung or crashed: not what we look for
                self.worker.close()
                self.worker = Worker(self.setup)
                self.worker.load()
            return self._breach(rule, move, self.worker) is not None

        budget = Budget(self.setup.limits.shrink_seconds, self.setup.limits.shrink_tries)
        return shrink(scenario, self.material.is_valid, fails, budget)

    def _again(self, rule: Rule, scenario: Scenario) -> Breach | None:
        """Play one scenario in a fresh worker; return how it breaks the rule there, if it does."""
        with Worker(self.setup) as fresh:
            again = None if fresh.load() is not None else self._breach(rule, scenario, fresh)
            if again is not None:
                self.output = fresh.output
            return again

    def _breach(self, rule: Rule, scenario: Scenario, candidate: Worker) -> Breach | None:
        """Play one scenario; return where it breaks `rule`, if that is the first rule it breaks."""
        assert self.material is not None, "_load comes first"
        must = self.material.must(scenario)
        answer = candidate.ask(scenario, self.material.seconds(scenario), must)
        if not isinstance(answer, Seen):
            return None
        try:
            outcomes = self._outcomes(scenario, must, answer)
        except Stop:
            return None
        broken = {name for name, outcome in outcomes.items() if isinstance(outcome, Difference)}
        first, outcome = cause(self.rules, broken), outcomes.get(rule.id)
        if first is rule and isinstance(outcome, Difference):
            return Breach(scenario, outcome)
        return None

    def _stop(self, answer: Answer, scenario: Scenario | None) -> Stop:
        shown: tuple[str, ...] = ()
        if scenario is not None and self.material is not None:
            shown = tuple(self.material.show(scenario))
        if isinstance(answer, Hit):
            where = "" if scenario else " while the file was imported"
            return Stop(Problem(answer.limit, answer.says + where, 0, shown), "limit")
        if isinstance(answer, Unwritten):
            name = answer.says.removeprefix("write ").strip() or "a function"
            says = f"{name} is not written yet"
            return Stop(Problem("unwritten", says, answer.line), "ungradable")
        if isinstance(answer, Unfit):
            return Stop(Problem(answer.kind, _unfit(answer), answer.line), "ungradable")
        assert isinstance(answer, Crashed), f"an answer of an unknown kind: {answer}"
        return Stop(Problem("crash", answer.says, answer.line, shown), "ungradable")

    def _rules(self, stopped: bool) -> tuple[RuleReport, ...]:
        return tuple(self._rule(rule, stopped) for rule in self.rules)

    def _rule(self, rule: Rule, stopped: bool) -> RuleReport:
        count = self.tally.counts[rule.id]
        needs = tuple(blockers(self.rules, rule, self.tally.broken))
        report = RuleReport(rule.id, rule.says, "ok", count.scenarios, needs)
        if rule.part in self.unwritten:
            return RuleReport(rule.id, rule.says, "unwritten", 0)
        if needs:
            return RuleReport(rule.id, rule.says, "wait", count.scenarios, needs)
        if count.breaches:
            return RuleReport(rule.id, rule.says, "failed", count.scenarios)
        if stopped or not count.scenarios:
            return RuleReport(rule.id, rule.says, "untold", count.scenarios)
        return report

    def _parts(self) -> dict[str, str]:
        verdicts: dict[str, str] = {}
        for part in self.drill.parts:
            ids = {rule.id for rule in self.rules if rule.part == part}
            if part in self.unwritten:
                verdicts[part] = "unwritten"
            elif ids:
                verdicts[part] = self._part(ids)
        return verdicts

    def _part(self, ids: set[str]) -> str:
        if ids & self.tally.broken:
            return "failed"
        counts = [self.tally.counts[rule] for rule in ids]
        whole = all(count.scenarios for count in counts) and not self.tally.broken
        return "passed" if whole else "waits"

    def _isolation(self) -> Isolation:
        return Isolation(level(self.worker.layers), self.worker.layers)


def _scope(rule: str | None, scenarios: int, only_cases: bool) -> str:
    if only_cases:
        return "saved cases only"
    if rule is not None:
        return f"rule {rule.upper()} only"
    return ALL if scenarios >= SCENARIOS else f"{scenarios} scenarios"


def refused(drill: Drill, file: str, seed: int, says: str) -> Report:
    """Return the report for a file that no worker was started for: not text, too large."""
    rules = tuple(RuleReport(rule.id, rule.says, "untold", 0) for rule in drill.rules)
    problem = Problem("file", says)
    return Report(drill.name, file, ALL, "ungradable", rules, seed, 0, "", 0.0, problem=problem)


def case_id(rule: Rule, scenario: Scenario) -> str:
    """Return the short name of a failing scenario: "r10-7c1f"."""
    body = json.dumps(scenario, sort_keys=True).encode()
    return f"{rule.id.lower()}-{hashlib.sha256(body).hexdigest()[:4]}"


def _unfit(answer: Unfit) -> str:
    if answer.kind == "missing":
        return f"{answer.name} is missing or cannot be called; expected:  {answer.expected}"
    if answer.kind == "signature":
        return f"{answer.name} takes other arguments; expected:  {answer.expected}"
    return answer.says


def _harmless(difference: Difference) -> Difference:
    """Return a difference with its cells as they may be shown; what was got may be any text."""
    rows = tuple(
        Row(short(row.label), short(row.must, CELL), short(row.got, CELL))
        for row in difference.rows
    )
    before = difference.before and clean(difference.before)
    return replace(difference, rows=rows, before=before)


def _asked(drill: Drill, rule: str | None) -> tuple[Rule, ...]:
    if rule is None:
        return drill.rules
    wanted = drill.rule(rule)
    needed = set(blockers(drill.rules, wanted, {r.id for r in drill.rules})) | {wanted.id}
    return tuple(r for r in drill.rules if r.id in needed)
