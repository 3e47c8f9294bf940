"""The engine: asks a scheduler for rows, checks them, lets the model compute them, hands on.

    turn = session.open(workload)
    while there are rows:  contract, ledger -> model -> turn = session.step(samples) -> journal

The learner's own numbers are read, never recomputed: a row is tokens[start : start + count] with
the learner's start, count and table. The token ids are the engine's own. Left out: what the layers
check (`verify/`), figures (`bench/`).
"""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from gpu_checks.adapter.session import Ended, Session
from gpu_checks.adapter.turn import Turn
from gpu_checks.course import Course, Piece, Problem, Step
from gpu_checks.protocol import UNASKED, Row, Runner
from gpu_checks.verify.contract import Contract
from gpu_checks.verify.journal import Journal
from gpu_checks.verify.ledger import Ledger
from gpu_checks.verify.life import Life
from gpu_checks.verify.violation import Violation
from gpu_checks.workload import Workload

EMPTY = 4  # steps in a row that may schedule nothing while somebody waits
Watch = Callable[[Course], None]  # called after every step


@dataclass(frozen=True)
class Checks:
    """How much a run looks at. The contract is always kept: a model needs legal rows."""

    ledger: bool = True  # and the journal
    to_the_end: bool = False  # go on after a fault as long as that is possible
    pages: bool = False  # note for each step who owns which page


def run(
    session: Session,
    runner: Runner,
    workload: Workload,
    checks: Checks | None = None,
    watch: Watch | None = None,
) -> Course:
    """Run a workload to its end, to its first fault, or until the session ends."""
    engine = Engine(session, runner, workload, checks or Checks())
    began = time.perf_counter()
    try:
        engine.play(watch)
    except Stop:
        pass
    except Ended as ended:
        engine.course.problem = Problem(ended.kind, ended.says, ended.line)
    engine.course.seconds = time.perf_counter() - began
    return engine.course


class Stop(Exception):
    """The run ends here; why stands in the course."""


class Engine:
    """One run."""

    def __init__(
        self, session: Session, runner: Runner, workload: Workload, checks: Checks
    ) -> None:
        lives = [Life.of(number, ask) for number, ask in enumerate(workload.requests)]
        self.session = session
        self.runner = runner
        self.workload = workload
        self.checks = checks
        self.lives = lives
        self.course = Course(workload, lives)
        self.contract = Contract(workload, lives)
        self.ledger = Ledger(workload.pages, workload.page_size, lives)
        self.journal = Journal(workload, lives)
        self.coming = sorted(lives, key=lambda life: life.at)  # next to arrive first
        self.live: list[Life] = []  # arrived and not ended, in order of arrival
        self.step = Step(0, "")
        self.rows: list[Row] = []
        self.sampled: list[int] = []
        self.idle = 0  # steps since the last sample
        self.empty = 0  # steps since the last that had rows
        longest = max((life.prompt + life.max_tokens for life in lives), default=0)
        self.patience = 16 + 4 * longest
        self.clock = time.perf_counter

    def play(self, watch: Watch | None = None) -> None:
        """Play all steps, then look at what is left."""
        clock = self.clock
        began = clock()
        turn = self.session.open(self.workload.opening())
        answered, asked = clock(), clock() - began
        while self._take_in(turn) and self._plan(turn):
            ready = clock()
            answers = self.runner.step(self.rows) if self.rows else []
            done = clock()
            self._sample(answers)
            step = self.step
            step.learner, step.model, step.end = asked, done - ready, done - began
            step.host = ready - answered + clock() - done
            self.course.steps.append(step)
            if watch:
                watch(self.course)
            handed = clock()
            turn = self.session.step(self.sampled)
            answered = clock()
            asked = answered - handed
        if self.checks.ledger:
            self._note(self.journal.end(self.step.number, self.session.end()))

    def _take_in(self, turn: Turn) -> bool:
        """Check what came of the last step; return whether anything is left to do."""
        if turn["trouble"]:
            trouble = turn["trouble"]
            raise Ended("crash", f"{trouble['where']}: {trouble['what']}", trouble["line"])
        if self.checks.ledger and self.step.number:
            live = [life.number for life in self.live]
            after = self.journal.check(self.step.number, turn, live, self.rows, self.sampled)
            self._note(after)
        for number in turn["finished"]:
            life = self.lives[number]
            life.finished = True
            self.ledger.release(life)
            self.step.finished.append(number)
        if turn["finished"]:
            self.live = [life for life in self.live if not life.finished]
        return bool(self.live or self.coming)

    def _plan(self, turn: Turn) -> bool:
        """Check the next step and make its rows; return whether there are any."""
        step = self.step = Step(self.step.number + 1, turn["kind"])
        while self.coming and self.coming[0].at < step.number:
            life = self.coming.pop(0)
            life.arrived = True
            self.live.append(life)
            step.arrived.append(life.number)
        self._change_tables(turn["tables"])
        self._note(self.contract.check(step.number, turn))
        self._check_progress(turn)
        if self.checks.ledger:
            self._enter(turn)
        self.rows = [self._row(*row) for row in _zipped(turn)]
        self._look(step)
        return True

    def _change_tables(self, changes: list[list[int]]) -> None:
        for number, keep, *new in changes:
            if not 0 <= number < len(self.lives) or not 0 <= keep <= len(self.lives[number].table):
                raise Ended("crash", "the worker sent an answer that contradicts itself")
            life = self.lives[number]
            if life.finished:
                continue
            if any(not 0 <= page < self.workload.pages for page in new):
                life.table += new
                self._note(self.contract.table(self.step.number, life))
            if life.computed and not keep and not new:
                self._preempt(life)
            self.ledger.retable(life, keep, new)
            if new:
                self._note(self.contract.table(self.step.number, life))

    def _preempt(self, life: Life) -> None:
        life.computed = 0
        self.step.preempted.append(life.number)

    def _check_progress(self, turn: Turn) -> None:
        self.empty = 0 if turn["rows"] or not self.live else self.empty + 1
        if self.empty > EMPTY:
            who = ", ".join(str(life.number) for life in self.live[:5])
            says = f"schedules nothing for {self.empty} steps; unfinished are requests {who}"
            self._note([Violation("journal", self.step.number, -1, says, stops=True)])
        if self.idle > self.patience:
            says = f"no request got a token in the last {self.idle} steps"
            self._note([Violation("journal", self.step.number, -1, says, stops=True)])

    def _enter(self, turn: Turn) -> None:
        """Write the step into the ledger: new pages, then all writes, then all reads."""
        ledger, number = self.ledger, self.step.number
        rows = [(self.lives[request], start, count) for request, start, count in _zipped(turn)]
        poisoned = [page for life, start, _ in rows for page in ledger.taken(life, start)]
        if poisoned:
            self.runner.poison(poisoned)
        self._note(self.contract.writes(number, turn, ledger))
        for life, start, count in rows:
            ledger.write(number, life, start, count)
        found = (ledger.read(number, life, start + count) for life, start, count in rows)
        self._note(fault for fault in found if fault)

    def _row(self, number: int, start: int, count: int) -> Row:
        life, step, end = self.lives[number], self.step, start + count
        tokens = life.tokens
        sample = end == len(tokens)
        if count == 1 and sample and start == life.computed == life.reached >= life.prompt:
            life.computed = life.reached = end  # a decode, as nearly all rows are
            step.pieces.append(Piece(number, start, 1, True, True))
            return Row(number, (tokens[start],), start, life.frozen, True)
        if life.computed and start < life.computed:
            self._preempt(life)
        if start and not life.computed:
            step.hits[number] = start
        step.recomputed += max(0, min(end, life.reached) - start)
        is_decode = count == 1 and start == life.reached >= life.prompt
        life.computed, life.reached = end, max(end, life.reached)
        step.pieces.append(Piece(number, start, count, sample, is_decode))
        return Row(number, tuple(tokens[start:end]), start, life.frozen, sample)

    def _look(self, step: Step) -> None:
        """Note what can be seen of the machine once the step is planned."""
        owners = self.ledger.owners
        if self.checks.pages:
            owned = [next(iter(owner)) if owner else -1 for owner in owners]
            self.course.pages.append(owned)
        step.used = self.ledger.used
        step.running = sum(1 for life in self.live if life.table)
        step.waiting = len(self.live) - step.running

    def _sample(self, answers: list[int]) -> None:
        """Take in the due samples; rows that are not due get a token that must be dropped."""
        take = Life.append if self.checks.ledger else Life.append_unchained
        self.sampled = []
        self.idle += 1
        for row, answer in zip(self.rows, answers, strict=True):
            if not row.sample:
                self.sampled.append((31 * row.request + 17 * self.step.number) % self.runner.vocab)
                continue
            assert answer != UNASKED, f"the model owes request {row.request} a token"
            take(self.lives[row.request], answer)
            self.sampled.append(answer)
            self.idle = 0

    def _note(self, found: Iterable[Violation]) -> None:
        for violation in found:
            self.course.violations.append(violation)
            if violation.stops or not self.checks.to_the_end:
                raise Stop


def _zipped(turn: Turn) -> Iterable[tuple[int, int, int]]:
    """Yield request, start and count of each row."""
    return zip(turn["rows"], turn["starts"], turn["counts"], strict=True)
