"""Answers worked out afresh: bytes, seconds and tokens counted one by one where that is possible.

Everything is counted in bytes, seconds and FLOP, and turned into the unit of the question last.
"""

from fractions import Fraction

from tests.quiz.drawn import Drawn

KB, GB, TB, GIGA, TERA = 10**3, 10**9, 10**12, 10**9, 10**12
KIB, MIB, GIB = 2**10, 2**20, 2**30
MS = Fraction(1, 1000)


def grouped_heads(n: Drawn) -> Fraction:
    heads_less = n.whole("heads") - n.whole("kv_heads")
    numbers = n.whole("layers") * heads_less * n.whole("head_dim")  # of keys, and as many of values
    return Fraction((numbers + numbers) * n.whole("size"), KIB)


def latent_bytes(n: Drawn) -> Fraction:
    one_layer = n.whole("rank") + n.whole("rope")
    return Fraction(sum(one_layer * n.whole("size") for _ in range(n.whole("layers"))))


def context_memory(n: Drawn) -> Fraction:
    requests = n.whole("requests") if n.has("requests") else 1
    return Fraction(requests * n.whole("tokens") * n.whole("kib") * KIB, GIB)


def pool_tokens(n: Drawn) -> Fraction:
    return Fraction(n.whole("gib") * GIB // (n.whole("kib") * KIB))


def pool_memory(n: Drawn) -> Fraction:
    may_use = Fraction(n.whole("total") * GIB) * n.whole("percent") / 100
    return (may_use - (n.whole("weights") + n.whole("activations")) * GIB) / GIB


def wasted_tokens(n: Drawn) -> Fraction:
    return Fraction(sum(-length % n.whole("block_size") for length in n.wholes("lengths")))


def reserved_share(n: Drawn) -> Fraction:
    return (Fraction(n.whole("prompt")) + n.whole("generated")) / n.whole("longest") * 100


def hit_share(n: Drawn) -> Fraction:
    requests, size = n.whole("requests"), n.whole("block_size")
    found = [0] + [n.whole("common") - n.whole("common") % size] * (requests - 1)
    return Fraction(sum(found), n.whole("prompt") * requests) * 100


def prefix_memory(n: Drawn) -> Fraction:
    one = n.whole("blocks") * n.whole("block_size") * n.whole("kib") * KIB
    return Fraction(n.whole("requests") * one - one, MIB)


def shared_blocks(n: Drawn) -> Fraction:
    """Count different blocks: a block is told by all tokens up to its end."""
    size, blocks = n.whole("block_size"), set[tuple[tuple[int, int], ...]]()
    for request in range(n.whole("requests")):
        tokens = [(-1, i) for i in range(n.whole("prefix"))]
        tokens += [(request, i) for i in range(n.whole("own"))]
        blocks |= {tuple(tokens[: first + size]) for first in range(0, len(tokens), size)}
    return Fraction(len(blocks))


def decode_floor(n: Drawn) -> Fraction:
    return n.whole("weights") * GB / (n.exact("bandwidth") * TB) / MS


def decode_rate(n: Drawn) -> Fraction:
    return n.whole("batch") * n.exact("bandwidth") * TB / (n.whole("weights") * GB)


def decode_with_kv(n: Drawn) -> Fraction:
    cache = sum(n.whole("tokens") * n.whole("kb") * KB for _ in range(n.whole("batch")))
    return (n.whole("weights") * GB + cache) / (n.exact("bandwidth") * TB) / MS


def ridge(n: Drawn) -> Fraction:
    read = n.whole("size") / (n.exact("bandwidth") * TB)
    compute = 2 / (Fraction(n.whole("percent"), 100) * n.whole("tflops") * TERA)
    return read / compute


def decode_parallel(n: Drawn) -> Fraction:
    together = n.whole("gpus") * n.exact("bandwidth") * TB
    return n.whole("weights") * GB / together / MS


def decode_quantized(n: Drawn) -> Fraction:
    bits_read = n.whole("billions") * GIGA * n.whole("bits")
    return bits_read / (8 * n.exact("bandwidth") * TB) / MS


def _prefill_seconds(n: Drawn, tokens: int) -> Fraction:
    flop = 2 * n.whole("billions") * GIGA * tokens
    return Fraction(flop * 100, n.whole("percent") * n.whole("tflops") * TERA)


def prefill_stall(n: Drawn) -> Fraction:
    return _prefill_seconds(n, n.whole("tokens")) / MS


def stalled_steps(n: Drawn) -> Fraction:
    return _prefill_seconds(n, n.whole("tokens")) / (n.whole("step") * MS)


def full_step(n: Drawn) -> Fraction:
    return _prefill_seconds(n, n.whole("budget")) / MS


def budget_for_target(n: Drawn) -> Fraction:
    return n.whole("target") * MS / _prefill_seconds(n, 1)


def chunk_reloads(n: Drawn) -> Fraction:
    return Fraction(sum(range(0, n.whole("prompt"), n.whole("chunk"))))


def recompute_time(n: Drawn) -> Fraction:
    flop = sum(2 * n.whole("billions") * GIGA for _ in range(n.whole("cached"), n.whole("tokens")))
    return Fraction(flop, n.whole("reached") * TERA) / MS


def break_even_link(n: Drawn) -> Fraction:
    recompute = Fraction(2 * n.whole("billions") * GIGA, n.whole("reached") * TERA)
    return 2 * n.whole("kb") * KB / recompute / GB


def resumed_tokens(n: Drawn) -> Fraction:
    cached = set(range(n.whole("kept") * n.whole("block_size")))
    return Fraction(len(set(range(n.whole("prompt") + n.whole("generated"))) - cached))


def _overlapped(n: Drawn) -> Fraction:
    """Play the two clocks: step k is planned once k - 2 has left the GPU and k - 1 is planned."""
    planned = Fraction(0)
    done = [Fraction(0), Fraction(0)]  # when the GPU finished the last but one step, and the last
    for _ in range(n.whole("steps")):
        planned = max(planned, done[0]) + n.exact("cpu")
        done = [done[1], max(planned, done[1]) + n.exact("gpu")]
    return done[1]


def _one_by_one(n: Drawn) -> Fraction:
    return sum((n.exact("cpu") + n.exact("gpu") for _ in range(n.whole("steps"))), Fraction(0))


def makespan(n: Drawn) -> Fraction:
    return _overlapped(n)


def overlap_saves(n: Drawn) -> Fraction:
    return _one_by_one(n) - _overlapped(n)


def overlap_speedup(n: Drawn) -> Fraction:
    return _one_by_one(n) / _overlapped(n)


def gpu_busy(n: Drawn) -> Fraction:
    return n.exact("gpu") * n.whole("steps") / _overlapped(n) * 100
