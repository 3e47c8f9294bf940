"""Classes: a Sequence with states, a Planner, a Pipeline; lists as events; the model asked at launch."""

from __future__ import annotations

import enum
from collections import ChainMap, OrderedDict

from given import Trace


class State(enum.Enum):
    WAITING = 0
    RUNNING = 1
    FINISHED = 2


class Size(int):
    @classmethod
    def of(cls, value):
        if value < 1:
            raise ValueError(f"{value!r} is below 1")
        return value


class Sequence_:
    def __init__(self, rid, prompt, limit, ask):
        self.rid, self.prompt, self.limit, self.ask = rid, Size.of(prompt), Size.of(limit), ask
        self.state = State.WAITING
        self.computed = 0
        self.launched = 0
        self.tokens = []
        self.flying = []  # (step, token), oldest first

    @property
    def known(self):
        return self.prompt + len(self.tokens)

    @property
    def end_is_known(self):
        return len(self.tokens) + len(self.flying) == self.limit

    @property
    def todo(self):
        return 0 if self.end_is_known else self.known + len(self.flying) - self.computed

    def launch(self, n, step):
        """Return (source or None, whether it samples)."""
        self.computed += n
        self.launched += n
        source = self.flying[-1][0] if self.flying else None
        samples = self.computed == self.known + len(self.flying)
        if samples:
            k = len(self.tokens) + len(self.flying) + 1
            self.flying.append((step, self.ask(self.rid, k)))
        return source, samples

    def deliver(self, eos):
        _, token = self.flying.pop(0)
        self.tokens.append(token)
        if len(self.tokens) == self.limit or (eos is not None and token == eos):
            self.state = State.FINISHED
        return token


class Engine:
    def __init__(self, requests, budget, seats, depth, eos, ask):
        self.budget, self.seats, self.depth = map(Size.of, (budget, seats, depth))
        self.eos = eos
        self.all = OrderedDict((r[0], Sequence_(*r, ask)) for r in requests)
        self.trace = Trace()
        self.pipe = []
        self.step = 0

    def of_state(self, state):
        return [s for s in self.all.values() if s.state is state]

    def plan(self):
        left = self.budget
        out = []
        for s in self.of_state(State.RUNNING):
            if n := min(s.todo, left):
                out.append((s, n))
                left -= n
        seats = self.seats - len(self.of_state(State.RUNNING))
        for s in self.of_state(State.WAITING)[:seats]:
            if left:
                n = min(s.todo, left)
                s.state = State.RUNNING
                out.append((s, n))
                left -= n
        return out

    def launch(self, plan):
        self.step += 1
        sources, sampling = {}, []
        for s, n in plan:
            source, samples = s.launch(n, self.step)
            if source is not None:
                sources[s.rid] = source
            if samples:
                sampling.append(s)
        self.pipe.append((self.step, sampling))
        self.trace.events.append(["S", self.step, OrderedDict((s.rid, n) for s, n in plan), sources])

    def deliver(self):
        step, sampling = self.pipe.pop(0)
        tokens, done = ChainMap({}), ()
        for s in sampling:
            if s.state is State.FINISHED:
                s.flying.pop(0)
                self.trace.wasted += 1
                continue
            tokens[s.rid] = s.deliver(self.eos)
            if s.state is State.FINISHED:
                done += (s.rid,)
        self.trace.events.append(["U", step, dict(tokens), done])

    def run(self):
        while True:
            plan = self.plan() if len(self.pipe) < self.depth else []
            if plan:
                self.launch(plan)
            elif self.pipe:
                self.deliver()
            else:
                break
        for rid, s in reversed(self.all.items()):
            self.trace.outputs[rid] = s.tokens
            self.trace.scheduled[rid] = s.launched
        return self.trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    return Engine(requests, token_budget, max_seqs, depth, eos, model).run()
