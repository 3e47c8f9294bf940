"""Answers that the references of the drills give to a question's numbers."""

from collections.abc import Callable
from fractions import Fraction
from types import ModuleType
from typing import Any

from grader.catalogue import find
from grader.material import material
from tests.quiz.drawn import Drawn

PLENTY = 10_000  # blocks, where memory must not run out


def _reference(name: str) -> ModuleType:
    return material(find(name)).reference


# batching


def _static(n: Drawn) -> int:
    return int(_reference("batching").simulate_static(n.wholes("lengths"), n.whole("slots"))[0])


def _continuous(n: Drawn) -> tuple[int, list[int]]:
    simulate = _reference("batching").simulate_continuous
    found: tuple[int, list[int]] = simulate(n.wholes("lengths"), n.whole("slots"))
    return found


def _share(n: Drawn, steps: int) -> Fraction:
    return Fraction(sum(n.wholes("lengths")), n.whole("slots") * steps) * 100


def static_steps(n: Drawn) -> int:
    return _static(n)


def continuous_steps(n: Drawn) -> int:
    return _continuous(n)[0]


def static_utilization(n: Drawn) -> Fraction:
    return _share(n, _static(n))


def continuous_utilization(n: Drawn) -> Fraction:
    return _share(n, _continuous(n)[0])


def continuous_finish(n: Drawn) -> int:
    return _continuous(n)[1][n.whole("which") - 1]


def steps_saved(n: Drawn) -> int:
    return _static(n) - _continuous(n)[0]


def lower_bound(n: Drawn) -> int:
    """Return the fewest steps that hold all tokens, none of them less than the longest request."""
    steps = max(n.wholes("lengths"))
    while steps * n.whole("slots") < sum(n.wholes("lengths")):
        steps += 1
    return steps


def idle_slots(n: Drawn) -> int:
    return n.whole("slots") * _static(n) - sum(n.wholes("lengths"))


# sizing


def _kv(n: Drawn, gpus: int = 1) -> int:
    shape = [n.whole(name) for name in ("layers", "kv_heads", "head_dim", "size")]
    return int(_reference("sizing").kv_bytes_per_token(*shape, tp=gpus))


def bytes_per_token(n: Drawn) -> Fraction:
    return Fraction(_kv(n), 1024)


def bytes_per_gpu(n: Drawn) -> Fraction:
    return Fraction(_kv(n, n.whole("gpus")), 1024)


def block_bytes(n: Drawn) -> Fraction:
    return Fraction(_kv(n) * n.whole("block_size"), 1024)


def pool_blocks(n: Drawn) -> int:
    block = n.whole("block_size") * n.whole("kib") * 2**10
    return int(_reference("sizing").num_blocks(n.whole("gib") * 2**30 + 2, 1.0, 1, 1, block))


def concurrency(n: Drawn) -> Fraction:
    sizes = [n.whole(name) for name in ("blocks", "block_size", "length")]
    return Fraction(_reference("sizing").max_concurrency(*sizes))


def longest_request(n: Drawn) -> int:
    """Return the last length that is still admitted."""
    blocks, size, length = n.whole("blocks"), n.whole("block_size"), 1
    while _reference("sizing").admits(blocks, size, length + 1):
        length += 1
    return length


def blocks_for_requests(n: Drawn) -> int:
    size = n.whole("block_size")
    return sum(_reference("sizing").blocks_for(length, size) for length in n.wholes("lengths"))


def _saved(n: Drawn, block_size: str) -> int:
    sizes = [n.whole(name) for name in ("requests", "prefix", block_size)]
    return int(_reference("sizing").prefill_saved(*sizes))


def prefix_saved(n: Drawn) -> int:
    return _saved(n, "block_size")


def block_size_loss(n: Drawn) -> int:
    return _saved(n, "small") - _saved(n, "large")


# blocks


def _computed(n: Drawn, common: int) -> int:
    """Return what a prompt computes after another one that agrees in `common` tokens."""
    size, tokens = n.whole("block_size"), [*range(n.whole("tokens"))]
    manager = _reference("blocks").BlockManager(PLENTY, size)
    older, newer = tokens[:common] + [-1 - i for i in tokens[common:]], tokens
    for name, prompt in (("older", older), ("newer", newer)):
        seq = _reference("blocks").Sequence(name, prompt)
        manager.allocate(seq, manager.can_allocate(seq))
        seq.num_scheduled_tokens = len(prompt) - seq.num_cached_tokens
        manager.hash_blocks(seq)
    return int(seq.num_scheduled_tokens)


def fully_cached(n: Drawn) -> int:
    return _computed(n, n.whole("tokens"))


def partly_cached(n: Drawn) -> int:
    return _computed(n, n.whole("common"))


# preemption, with fractions in place of floats, so that the outcome is exact


def _swap_ms(n: Drawn, block_size: int, copies: int, latency: Fraction) -> Fraction:
    module = _reference("preemption")
    model = module.Model(params=1, layers=500 * n.whole("kb"), heads=1, kv_heads=1, head_dim=1)
    model = module.Model(**{**vars(model), "kv_bytes": 1})  # 2 * layers bytes a token
    pcie = Fraction(n.whole("link") * 10**9)
    gpu = module.Gpu(flops=1, mfu=1, pcie=pcie, copy_latency=latency)
    options = {"block_size": block_size, "copies_per_block": copies}
    return Fraction(1000 * module.swap_seconds(n.whole("tokens"), model, gpu, **options))


def swap_time(n: Drawn) -> Fraction:
    return _swap_ms(n, 1, 1, Fraction(0))


def swap_small_copies(n: Drawn) -> Fraction:
    latency = Fraction(n.whole("latency"), 10**6)
    return _swap_ms(n, n.whole("block_size"), n.whole("copies"), latency)


def victims_needed(n: Drawn) -> int:
    private = [a - b for a, b in zip(n.wholes("held"), n.wholes("shared"), strict=True)]
    running = [(f"R{i}", blocks, 0, i) for i, blocks in enumerate(private)]
    return len(_reference("preemption").victims(running, n.whole("need")))


# overlap


def _launched(requests: list[tuple[str, int, int]], model: Callable[[str, int], int]) -> int:
    run = _reference("overlap").run_overlap
    trace: Any = run(requests, token_budget=1000, max_seqs=8, eos=7, model=model)
    return sum(trace.scheduled.values())


def late_stop(n: Drawn) -> int:
    stop = n.whole("stop")
    return _launched([("A", n.whole("prompt"), n.whole("most"))], lambda _, k: 7 * (k == stop))


def known_stop(n: Drawn) -> int:
    pairs = zip("ABC", n.wholes("prompts"), n.wholes("outputs"), strict=True)
    return _launched([*pairs], lambda _, k: 0 * k)
