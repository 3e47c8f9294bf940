"""Answers of the references that work in steps: both schedulers, and the radix tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from grader.catalogue import find
from grader.material import material
from tests.quiz.drawn import Drawn

PLENTY = 1_000  # blocks: memory never runs out


@dataclass
class _Step:
    sampled: list[str]
    held: int  # blocks, after the step


def _mixed(n: Drawn, block_size: int = 1) -> Iterator[_Step]:
    """Run the budget scheduler to the end."""
    module = material(find("budget")).reference
    options = {"token_budget": n.whole("budget"), "max_seqs": 3, "block_size": block_size}
    scheduler = module.BudgetScheduler(num_blocks=PLENTY, **options)
    for rid, prompt, outputs in _requests(n):
        scheduler.add(module.Request(rid, [1] * prompt, outputs))
    while (plan := scheduler.step()).tokens:
        scheduler.update(plan, dict.fromkeys(plan.sample, 1))
        yield _Step([*plan.sample], PLENTY - scheduler.free)


def _prefill_first(n: Drawn) -> Iterator[_Step]:
    """Run the scheduler that prefills first to the end."""
    module = material(find("scheduler")).reference
    scheduler = module.Scheduler(module.BlockManager(PLENTY, 1), n.whole("budget"))
    for rid, prompt, outputs in _requests(n):
        scheduler.add(module.Sequence(rid, [1] * prompt, outputs))
    while not scheduler.is_finished():
        seqs, is_prefill = scheduler.schedule()
        before: list[int] = [len(seq) for seq in seqs]
        scheduler.postprocess(seqs, [1] * len(seqs), is_prefill)
        grown = [seq.name for seq, length in zip(seqs, before, strict=True) if len(seq) > length]
        yield _Step(grown, 0)


def _requests(n: Drawn) -> Iterator[tuple[str, int, int]]:
    yield from zip("ABC", n.wholes("prompts"), n.wholes("outputs"), strict=True)


def _samples(n: Drawn, steps: Iterator[_Step]) -> list[int]:
    """Return the steps in which the request of the question samples."""
    return [number for number, step in enumerate(steps, 1) if n.text("who") in step.sampled]


def mixed_steps(n: Drawn) -> int:
    return len([*_mixed(n)])


def mixed_first_token(n: Drawn) -> int:
    return _samples(n, _mixed(n))[0]


def mixed_last_token(n: Drawn) -> int:
    return _samples(n, _mixed(n))[-1]


def prefill_first_steps(n: Drawn) -> int:
    return len([*_prefill_first(n)])


def prefill_first_last_token(n: Drawn) -> int:
    return _samples(n, _prefill_first(n))[-1]


def blocks_held(n: Drawn) -> int:
    return [*_mixed(n, n.whole("size"))][n.whole("step") - 1].held


def chunked_steps(n: Drawn) -> int:
    """Hand out the budget step by step."""
    left, steps = n.whole("tokens"), 0
    while left > 0:
        left -= n.whole("budget") - sum(1 for _ in range(n.whole("decodes")))
        steps += 1
    return steps


def _tree(n: Drawn) -> tuple[Any, list[int]]:
    """Return the tree with all sequences in it, and what each found."""
    page = n.whole("page") if n.has("page") else 1
    tree = material(find("eviction")).reference.RadixTree(page)
    found: list[int] = []
    for text in n.texts("sequences"):
        tokens = [int(digit) for digit in text]
        found.append(tree.insert(tokens, [*range(len(tokens))]))
    return tree, found


def radix_size(n: Drawn) -> int:
    return int(_tree(n)[0].total_size())


def radix_hit(n: Drawn) -> int:
    return _tree(n)[1][-1]


def radix_pages(n: Drawn) -> int:
    return _tree(n)[1][1]


def radix_nodes(n: Drawn) -> int:
    todo: list[Any] = [*_tree(n)[0].root.children.values()]
    for node in todo:
        todo += node.children.values()
    return len(todo)


def radix_locked(n: Drawn) -> int:
    tree, _ = _tree(n)
    _, node = tree.match_prefix([int(digit) for digit in n.text("locked")])
    tree.inc_lock_ref(node)
    return len(tree.evict(PLENTY))


def radix_evict(n: Drawn) -> int:
    return len(_tree(n)[0].evict(n.whole("asked")))
