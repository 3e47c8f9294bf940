"""Runs in the worker: plays the drill `scheduler`, a turn a message.

The learner's own numbers are told as they are: a row starts at `num_cached_tokens`, has
`num_scheduled_tokens` tokens and goes through its `block_table`. Left out: the model and what is
right, which are the engine's side.
"""

import sys
from collections import deque
from itertools import islice
from types import ModuleType
from typing import Any, cast

from gpu_checks.adapter.tables import Odd, Tables, integers, kind
from gpu_checks.adapter.turn import Ending, Opening, Turn, blank_turn, trouble
from grader.plain import failure

# Subtle: taken now, since a worker hides its modules before the learner's file is loaded.
given: Any = sys.modules["given"]  # of the drill `scheduler`: what the learner's file imports
caching: Any = sys.modules["reference.blocks"]
TUPLE: Any = tuple  # read through the built-in type, whatever a subclass overrides
LIST: Any = list
PLAYS: list["Play"] = []  # the one that is open
FINISHED = given.Status.FINISHED


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
        self.manager: Any = None
        self.scheduler: Any = None
        self.seqs = [
            given.Sequence(f"R{number}", ask["prompt"], ask["max_tokens"], ask["ignore_eos"])
            for number, ask in enumerate(opening["requests"])
        ]
        self.number_of = {id(seq): number for number, seq in enumerate(self.seqs)}
        self.coming = deque(sorted(range(len(self.seqs)), key=self._arrival))
        self.live: list[int] = []  # arrived and not finished
        self.tables = Tables()
        self.batch: list[Any] = []
        self.is_prefill = False
        self.steps = 0
        self.where = ""

    def turn(self, sampled: list[int]) -> Turn:
        """Hand over what was sampled for the last batch; return what came of it and the plan."""
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
        """Return what is left."""
        end: Ending = {"outputs": [], "free": [], "held": [], "queued": [], "trouble": None}
        try:
            most = 2 * len(self.seqs) + 8
            for seq, ask in zip(self.seqs, self.opening["requests"], strict=True):
                tokens = integers(list(seq.token_ids), "token_ids")
                end["outputs"].append(tokens[len(ask["prompt"]) :])
            end["free"] = integers([*self.manager.free_block_ids], "free_block_ids")
            end["held"] = [n for n, seq in enumerate(self.seqs) if len(seq.block_table)]
            queues = (self.scheduler.waiting, self.scheduler.running)
            end["queued"] = [
                self.number_of.get(id(seq), -1) for queue in queues for seq in islice(queue, most)
            ]
        except BaseException as error:
            end["trouble"] = trouble("the end", failure(error))
        return end

    def tokens(self, number: int) -> list[int]:
        """Return the tokens of a request, prompt and completions."""
        return list(self.seqs[number].token_ids)

    def _take_in(self, turn: Turn, sampled: list[int]) -> None:
        if not self.steps:
            self._open()
        self.where = "postprocess()"
        if self.steps:
            self.scheduler.postprocess(list(self.batch), sampled, self.is_prefill)
        seqs = self.seqs
        turn["lengths"] = [len(seqs[number].token_ids) for number in self.live]
        turn["last"] = integers([seq.token_ids[-1] for seq in self.batch], "token_ids")
        turn["finished"] = [n for n in self.live if seqs[n].status is FINISHED]
        if turn["finished"]:
            ended = set(turn["finished"])
            turn["tables"] = self.tables.changes((n, seqs[n].block_table) for n in ended)
            self.live = [number for number in self.live if number not in ended]

    def _open(self) -> None:
        opening = self.opening
        size = opening["pages"], opening["page_size"]
        self.where = "BlockManager()"
        if opening["blocks"]:
            self.manager = _open_to_names(_own(opening["blocks"]).BlockManager)(*size)
        else:
            self.manager = (caching if opening["caching"] else given).BlockManager(*size)
        for name, value in zip(("num_blocks", "block_size"), size, strict=True):
            if not hasattr(self.manager, name):  # the drill `blocks` does not ask for them
                setattr(self.manager, name, value)
        self.where = "Scheduler()"
        limits = opening["budget"], opening["max_seqs"], opening["eos"]
        self.scheduler = self.module.Scheduler(self.manager, *limits)

    def _arrive(self) -> None:
        self.where = "add()"
        while self.coming and self._arrival(self.coming[0]) <= self.steps:
            number = self.coming.popleft()
            self.live.append(number)
            self.scheduler.add(self.seqs[number])

    def _plan(self, turn: Turn) -> None:
        self.where = "schedule()"
        self.steps += 1
        self.batch, self.is_prefill = self._answer(self.scheduler.schedule())
        number_of, seqs = self.number_of, self.seqs
        turn["kind"] = "prefill" if self.is_prefill else "decode"
        turn["rows"] = [number_of.get(id(seq), -1) for seq in self.batch]
        if -1 not in turn["rows"]:
            starts = [seq.num_cached_tokens for seq in self.batch]
            counts = [seq.num_scheduled_tokens for seq in self.batch]
            turn["starts"] = integers(starts, "num_cached_tokens")
            turn["counts"] = integers(counts, "num_scheduled_tokens")
        tables = ((number, seqs[number].block_table) for number in self.live)
        turn["tables"] += self.tables.changes(tables)
        turn["free"] = len(self.manager.free_block_ids)

    def _answer(self, answer: Any) -> tuple[list[Any], bool]:
        """Read what schedule() returned through the built-in types, whatever a subclass says."""
        if not issubclass(type(answer), tuple) or TUPLE.__len__(answer) != 2:
            raise Odd(f"returned a {kind(answer)}, not a pair")
        batch: Any
        is_prefill: Any
        batch, is_prefill = TUPLE.__iter__(answer)
        if not issubclass(type(batch), list) or type(is_prefill) is not bool:
            both = f"{kind(batch)} and {kind(is_prefill)}"
            raise Odd(f"returned a pair of {both}, not a list and True or False")
        return LIST.__getitem__(batch, slice(len(self.seqs) + 8)), is_prefill

    def _arrival(self, number: int) -> int:
        return self.opening["requests"][number]["at"]


def _open_to_names(kind: Any) -> Any:
    """Return a class as it is but for __slots__, under which it takes no further attribute."""
    return type(kind)(kind.__name__, (kind,), {}) if isinstance(kind, type) else kind


def _own(source: str) -> ModuleType:
    """Load the learner's file of the drill `blocks`, with what that drill hands out."""
    module = ModuleType("blocks")
    vars(module)["__builtins__"] = vars(sys.modules["builtins"])  # as the scheduler's file has
    sys.modules["given"] = sys.modules["drills.blocks.given"]
    try:
        exec(compile(source, "<blocks>", "exec", dont_inherit=True), module.__dict__)
    finally:
        sys.modules["given"] = given
    return module
