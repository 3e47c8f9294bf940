"""Runs in the worker: plays the drill `budget`, a turn a message.

A budget scheduler only counts blocks; which page is which is decided here, by its own counts: a
request gets pages from a free list until it has `held`, and gives them back when `held` shrinks.
A row ends at `computed` and has as many tokens as the plan says. Left out: the model.
"""

import sys
from collections import deque
from collections.abc import Sequence
from itertools import islice
from types import ModuleType
from typing import Any, cast

from gpu_checks.adapter.tables import Odd, Tables, integers, kind
from gpu_checks.adapter.turn import Ending, Opening, Turn, blank_turn, trouble
from grader.plain import failure

given: Any = sys.modules["given"]  # of the drill `budget`: what the learner's file imports
DICT: Any = dict  # read through the built-in type, whatever a subclass overrides
PLAYS: list["Play"] = []  # the one that is open


def run(module: ModuleType, message: dict[str, Any]) -> Turn | Ending:
    """Answer one message: open a play, take in a step and plan the next, or end it."""
    if "requests" in message:
        PLAYS[:] = [Play(module, cast(Opening, message))]
    if "sampled" in message:
        return PLAYS[0].turn(message["sampled"])
    return PLAYS[0].ending()


class Play:
    """One workload on one scheduler."""

    def __init__(self, module: ModuleType, opening: Opening) -> None:
        self.module = module
        self.opening = opening
        self.scheduler: Any = None
        self.requests = [
            given.Request(f"R{number}", list(ask["prompt"]), ask["max_tokens"])
            for number, ask in enumerate(opening["requests"])
        ]
        self.number_of = {request.rid: number for number, request in enumerate(self.requests)}
        self.coming = deque(sorted(range(len(self.requests)), key=self._arrival))
        self.live: list[int] = []  # arrived and not finished
        self.pages = deque(range(opening["pages"]))  # free ones; taken left, given back right
        self.table: dict[int, list[int]] = {}
        self.tables = Tables()
        self.plan: Any = None
        self.rows: list[int] = []
        self.steps = 0
        self.where = ""

    def turn(self, sampled: list[int]) -> Turn:
        """Hand over what was sampled for the last plan; return what came of it and the next."""
        turn = blank_turn()
        try:
            self._take_in(turn, sampled)
            self._arrive()
            self._plan(turn)
        except (MemoryError, NotImplementedError):
            raise
        except Odd as odd:
            turn["trouble"] = {"where": self.where, "what": str(odd), "line": 0}
        except BaseException as error:
            turn["trouble"] = trouble(self.where, failure(error))
        return turn

    def ending(self) -> Ending:
        """Return what is left; the free pages have ids here, but the count is the learner's."""
        end: Ending = {"outputs": [], "free": [], "held": [], "queued": [], "trouble": None}
        try:
            most = 2 * len(self.requests) + 8
            end["outputs"] = [integers(list(one.output), "output") for one in self.requests]
            (free,) = integers([self.scheduler.free], "free")
            end["free"] = [-1] * min(max(free, 0), 2 * self.opening["pages"])
            end["held"] = [number for number, one in enumerate(self.requests) if one.held]
            queues = (self.scheduler.waiting, self.scheduler.running)
            end["queued"] = [
                self.number_of.get(one.rid, -1) for queue in queues for one in islice(queue, most)
            ]
        except BaseException as error:
            end["trouble"] = trouble("the end", failure(error))
        return end

    def tokens(self, number: int) -> list[int]:
        """Return the tokens of a request, prompt and completions."""
        return [*self.requests[number].prompt, *self.requests[number].output]

    def _take_in(self, turn: Turn, sampled: list[int]) -> None:
        if not self.steps:
            self._open()
        self.where = "update()"
        finished: list[int] = []
        if self.steps:
            finished = self._update(sampled)
        requests = self.requests
        for number in self.live:
            request = requests[number]
            turn["lengths"].append(len(request.prompt) + len(request.output))
        ends = [[*requests[number].prompt, *requests[number].output][-1] for number in self.rows]
        turn["last"] = integers(ends, "output")
        turn["finished"] = finished
        if finished:
            turn["tables"] = self._settle(finished)
            self.live = [number for number in self.live if number not in finished]

    def _update(self, sampled: list[int]) -> list[int]:
        token_of = dict(zip(self.rows, sampled, strict=True))
        wanted = [self._number(rid) for rid in self.plan.sample]
        tokens = {f"R{number}": token_of.get(number, 0) for number in wanted}
        done: Any = self.scheduler.update(self.plan, tokens)
        if not issubclass(type(done), dict):
            raise Odd(f"returned a {kind(done)}, not a dict")
        return [self._number(rid) for rid in DICT.keys(done)]

    def _open(self) -> None:
        opening = self.opening
        self.where = "BudgetScheduler()"
        self.scheduler = self.module.BudgetScheduler(
            num_blocks=opening["pages"],
            block_size=opening["page_size"],
            token_budget=opening["budget"],
            max_seqs=opening["max_seqs"],
            eos=None if opening["eos"] < 0 else opening["eos"],
        )

    def _arrive(self) -> None:
        self.where = "add()"
        while self.coming and self._arrival(self.coming[0]) <= self.steps:
            number = self.coming.popleft()
            self.live.append(number)
            self.scheduler.add(self.requests[number])

    def _plan(self, turn: Turn) -> None:
        self.where = "step()"
        self.steps += 1
        self.plan = self.scheduler.step()
        planned = dict(self.plan.tokens)
        self.rows = [self._number(rid) for rid in planned]
        turn["kind"] = "mixed"
        turn["rows"] = self.rows
        turn["counts"] = integers(list(planned.values()), "plan.tokens")
        ends = integers([self.requests[number].computed for number in self.rows], "computed")
        turn["starts"] = [end - n for end, n in zip(ends, turn["counts"], strict=True)]
        for rid in self.plan.preempted:
            self._give_back(self._number(rid), 0)
        turn["tables"] += self._settle(self.live)
        (turn["free"],) = integers([self.scheduler.free], "free")

    def _settle(self, numbers: Sequence[int]) -> list[list[int]]:
        """Make every table as long as `held` says; return the changes."""
        held = integers([self.requests[number].held for number in numbers], "held")
        for number, count in zip(numbers, held, strict=True):
            self._give_back(number, count)
        for number, count in zip(numbers, held, strict=True):
            table = self.table.setdefault(number, [])
            if count - len(table) > len(self.pages):
                raise Odd(f"R{number} holds {count} blocks, but only {len(self.pages)} more exist")
            table += [self.pages.popleft() for _ in range(count - len(table))]
        return self.tables.changes((number, self.table[number]) for number in numbers)

    def _give_back(self, number: int, held: int) -> None:
        table = self.table.get(number, [])
        while len(table) > max(held, 0):
            self.pages.append(table.pop())

    def _number(self, rid: Any) -> int:
        number = self.number_of.get(rid) if type(rid) is str else None
        if number is None:
            raise Odd(f"{str(rid)[:40]!r} is no request that was added")
        return number

    def _arrival(self, number: int) -> int:
        return self.opening["requests"][number]["at"]
