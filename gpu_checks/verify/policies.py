"""Right schedulers of several policies, which no layer may call wrong.

Left out: the right programs of the drills, which `study.right_programs` returns.
"""

from dataclasses import dataclass

from gpu_checks.verify.study import Program
from grader.catalogue import find


@dataclass(frozen=True)
class Policy:
    """A right program, and whether its block manager caches prefixes."""

    name: str
    program: Program
    caching: bool


def policies() -> list[Policy]:
    """Return the policies: each schedules in its own order, all generate the same tokens."""
    reference = find("scheduler").reference.read_text(encoding="utf-8")
    budget = find("budget").reference.read_text(encoding="utf-8")
    first = Program("prefill first", "scheduler", reference)
    shortest = Program("shortest prompt first", "scheduler", _edited(reference, SHORTEST_FIRST))
    early = Program("hashes before the KV exists", "scheduler", _edited(reference, HASHES_EARLY))
    mixed = Program("mixed steps", "budget", budget)
    return [
        Policy("prefill first", first, caching=False),
        Policy("prefill first, with a prefix cache", first, caching=True),
        Policy("mixed steps", mixed, caching=False),
        Policy("shortest prompt first", shortest, caching=True),
        Policy("hashes before the KV exists", early, caching=True),
    ]


def static() -> Program:
    """Return static batching: the next batch starts when the last one has ended."""
    reference = find("scheduler").reference.read_text(encoding="utf-8")
    return Program("static", "scheduler", _edited(reference, STATIC))


def _edited(text: str, edits: tuple[tuple[str, str], ...]) -> str:
    for old, new in edits:
        assert text.count(old) == 1, f"an edit must find exactly one place: {old!r}"
        text = text.replace(old, new)
    return text


SHORTEST_FIRST = (
    (
        "        batch: list[Sequence] = []\n        token_budget",
        """
        by_length = sorted(self.waiting, key=lambda s: (not s.block_table, s.num_tokens))
        self.waiting = deque(by_length)  # who holds blocks goes on, then the shortest
        batch: list[Sequence] = []
        token_budget""".lstrip("\n"),
    ),
)

# Legal: the blocks are registered while the step that fills them is planned, so that a second
# sequence of the same step shares them; each layer writes before it reads.
HASHES_EARLY = (
    (
        "            token_budget -= seq.num_scheduled_tokens\n",
        """
            self.block_manager.hash_blocks(seq)
            token_budget -= seq.num_scheduled_tokens
""".lstrip("\n"),
    ),
    (
        "            self.block_manager.hash_blocks(seq)\n            seq.num_cached",
        """
            if not is_prefill:
                self.block_manager.hash_blocks(seq)
            seq.num_cached""".lstrip("\n"),
    ),
)

# A batch is formed only when nobody runs; it prefills until it is full, then decodes to its end.
STATIC = (
    (
        "        batch = self._prefill()\n        if batch:\n",
        """
        if not self.running:
            self.forming = True
        batch = self._prefill() if self.forming else []
        self.forming = bool(batch)
        if batch:
""".lstrip("\n"),
    ),
    (
        "        while self.waiting and token_budget > 0 and len(batch) < self.max_num_seqs:\n",
        """
        while self.waiting and token_budget > 0 and self._joined(batch) < self.max_num_seqs:
""".lstrip("\n"),
    ),
    (
        "    def _decode(self) -> list[Sequence]:\n",
        """
    def _joined(self, batch: list[Sequence]) -> int:
        cut = len(batch) - sum(seq.status is Status.RUNNING for seq in batch)
        return len(self.running) + cut

    def _decode(self) -> list[Sequence]:
""".lstrip("\n"),
    ),
)
