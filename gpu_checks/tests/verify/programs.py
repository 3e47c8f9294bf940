"""Right schedulers of another policy than the reference, as edits of it."""

from gpu_checks.verify.study import Program
from grader.catalogue import find

REFERENCE = find("scheduler").reference.read_text(encoding="utf-8")
BUDGET = find("budget").reference.read_text(encoding="utf-8")


def edited(*edits: tuple[str, str]) -> str:
    """Return the reference scheduler with each text replaced, which must stand there once."""
    text = REFERENCE
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


SHORTEST_FIRST = edited(
    (
        "        batch: list[Sequence] = []\n        token_budget",
        "        by_length = sorted(self.waiting, key=lambda s: (not s.block_table, s.num_tokens))\n"
        "        self.waiting = deque(by_length)  # who holds blocks goes on, then the shortest\n"
        "        batch: list[Sequence] = []\n        token_budget",
    )
)
HASHES_EARLY = edited(
    (
        "            token_budget -= seq.num_scheduled_tokens\n",
        "            self.block_manager.hash_blocks(seq)  # before the model ran\n"
        "            token_budget -= seq.num_scheduled_tokens\n",
    ),
    (
        "            self.block_manager.hash_blocks(seq)\n            seq.num_cached",
        "            if not is_prefill:\n"
        "                self.block_manager.hash_blocks(seq)\n            seq.num_cached",
    ),
)
PREFILL_FIRST = Program("prefill first", "scheduler", REFERENCE)
MIXED = Program("mixed", "budget", BUDGET)
SHORTEST = Program("shortest prompt first", "scheduler", SHORTEST_FIRST)
EARLY = Program("hashes before the KV exists", "scheduler", HASHES_EARLY)
