"""Play the incident: an engine with a scheduler, blocks, and a model that remembers KV.

    python incident.py

prints a line a step and then what the operator saw. Exit code 1 while there is something to see.
The model is right, and so is this file.
"""

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

MOST_STEPS = 60
MASK = (1 << 32) - 1


class Strange(Exception):
    """What the operator saw."""


def chain(value: int, token: int) -> int:
    """Return the KV of a token behind a prefix whose last KV is `value`."""
    return (value * 69069 + token + 1) & MASK


def sample(value: int) -> int:
    """Return the token that the model generates after this KV."""
    return (value >> 16) % 9


def alone(prompt: list[int], max_tokens: int) -> list[int]:
    """Return what a request generates when nobody else is there."""
    value, out = 1, list[int]()
    for token in prompt:
        value = chain(value, token)
    for _ in range(max_tokens):
        out.append(sample(value))
        value = chain(value, out[-1])
    return out


class Engine:
    """Scheduler, blocks and model of one incident."""

    def __init__(self, case: dict[str, Any]) -> None:
        given: Any = import_module("given")
        manager: Any = import_module("blocks") if case["caching"] else given
        self.case = case
        self.manager = manager.BlockManager(case["blocks"], case["block_size"])
        self.manager.num_blocks = case["blocks"]
        scheduler: Any = import_module("scheduler")
        self.scheduler = scheduler.Scheduler(self.manager, case["budget"], case["max_num_seqs"])
        self.seqs = [
            given.Sequence(r["name"], r["prompt"], r["max_tokens"]) for r in case["requests"]
        ]
        self.coming = [(r["step"], seq) for r, seq in zip(case["requests"], self.seqs, strict=True)]
        self.slots: dict[int, int] = {}  # slot -> KV
        self.step = self.computed = 0

    def run(self) -> None:
        """Serve everybody; raise Strange at the first thing that an operator would see."""
        while self.coming or not self.scheduler.is_finished():
            self.step += 1
            if self.step > MOST_STEPS:
                raise Strange(f"after {MOST_STEPS} steps {self._unserved()} still not served")
            for step, seq in [entry for entry in self.coming if entry[0] <= self.step]:
                self.coming.remove((step, seq))
                self.scheduler.add(seq)
            self._one_step()
        self._look()

    def _one_step(self) -> None:
        try:
            batch, is_prefill = self.scheduler.schedule()
        except Exception as error:
            raise Strange(f"the engine died in step {self.step}: {name(error)}") from error
        counts = [seq.num_scheduled_tokens for seq in batch]
        cached = [seq.num_cached_tokens for seq in batch]
        parts = [
            f"{s.name} {n} ({c} cached)" for s, n, c in zip(batch, counts, cached, strict=True)
        ]
        kind = ("prefill " if is_prefill else "decode  ") if batch else "nothing "
        self._print(kind + ", ".join(parts))
        if not batch and not self.coming and not self.scheduler.is_finished():
            raise Strange(f"in step {self.step} nobody is served, and {self._unserved()} waiting")
        sampled = [self._compute(seq) for seq in batch]
        try:
            self.scheduler.postprocess(batch, sampled, is_prefill)
        except Exception as error:
            raise Strange(f"the engine died after step {self.step}: {name(error)}") from error

    def _compute(self, seq: Any) -> int:
        """Store the KV of the scheduled tokens where the block table says; return the sample."""
        start, count, size = (
            seq.num_cached_tokens,
            seq.num_scheduled_tokens,
            self.manager.block_size,
        )
        left = len(seq.token_ids) - start
        if not 0 < count <= left:
            what = f"the model was handed {count} tokens of {seq.name}, which has {left} to compute"
            raise Strange(f"step {self.step}: {what}")
        rows = range(max(0, start - 1), start + count)
        if rows[-1] // size >= len(seq.block_table):
            raise Strange(f"step {self.step}: {seq.name} writes behind its last block")
        places = [seq.block_table[row // size] * size + row % size for row in rows]
        value = self.slots.get(places[0], 0) if start else 1
        for row, place in zip(rows, places, strict=True):
            if row >= start:
                value = self.slots[place] = chain(value, seq.token_ids[row])
        self.computed += count
        return sample(value)

    def _look(self) -> None:
        for seq, request in zip(self.seqs, self.case["requests"], strict=True):
            got = seq.token_ids[len(request["prompt"]) :]
            must = alone(request["prompt"], request["max_tokens"])
            if got != must:
                raise Strange(f"{seq.name} answered {got}; alone it answers {must}")
        free, blocks = len(set(self.manager.free_block_ids)), self.case["blocks"]
        if free != blocks:
            raise Strange(f"idle, and only {free} of {blocks} blocks are free")
        usual = self.case.get("computed", self.computed)
        if self.computed > usual:
            raise Strange(f"{self.computed} tokens were computed where {usual} used to do")

    def _unserved(self) -> str:
        names = [seq.name for seq in (*self.scheduler.running, *self.scheduler.waiting)]
        return f"{', '.join(names)} {'is' if len(names) == 1 else 'are'}"

    def _print(self, what: str) -> None:
        queues = [
            f"{word} {' '.join(seq.name for seq in queue) or '-'}"
            for word, queue in (
                ("waiting", self.scheduler.waiting),
                ("running", self.scheduler.running),
            )
        ]
        held = [f"{s.name}{[*s.block_table]}" for s in self.seqs if s.block_table]
        free = f"free {[*self.manager.free_block_ids]}"
        say(f"step {self.step:<3} {what:<34} {'  '.join([*queues, free, *held])}")


def name(error: Exception) -> str:
    """Return an exception as one line."""
    return f"{type(error).__name__}: {error}".rstrip(": ")


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def main() -> int:
    """Play the incident that lies beside this file."""
    here = Path(__file__).resolve().parent
    sys.path.insert(0, str(here))
    case = json.loads((here / "incident.json").read_text(encoding="utf-8"))
    try:
        Engine(case).run()
    except Strange as strange:
        say(f"\nSEEN: {strange}")
        return 1
    say("\nNothing strange was seen.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
