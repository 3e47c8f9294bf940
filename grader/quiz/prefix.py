"""Prefix caching in whole blocks: what is found, what is computed all the same, what is shared."""

import random
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, say, up

WHOLE = "only whole blocks are found"


def prefix_saved(rng: random.Random) -> Question:
    """What a shared prefix saves."""
    requests, prefix = rng.choice([10, 20, 50, 100]), 100 * rng.randint(3, 30)
    block_size = rng.choice([16, 32, 64, 128, 256])
    whole = prefix // block_size
    each = whole * block_size
    answer = (requests - 1) * each
    text = (
        f"{requests} requests, one after the other, share a prefix of {prefix:,} tokens and then"
        f" go on differently; with blocks of {block_size} tokens, {WHOLE}. How many prompt tokens"
        " need not be computed?"
    )
    lines = (
        f"{prefix:,} / {block_size}, rounded down = {whole} blocks = {each:,} tokens",
        f"({requests} - 1) * {each:,} = {answer:,} tokens: the first request computes them",
    )
    numbers: dict[str, Plain] = {"requests": requests, "prefix": prefix, "block_size": block_size}
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def fully_cached(rng: random.Random) -> Question:
    """One token must be left to compute, and hits are whole blocks."""
    block_size = rng.choice([4, 8, 16, 32])
    tokens = block_size * rng.randint(2, 9) + rng.choice([0, 0, 1, block_size // 2])
    found = (tokens - 1) // block_size
    answer = tokens - found * block_size
    text = (
        f"A prompt of {tokens} tokens was computed before, and all of its whole blocks of"
        f" {block_size} are cached. A hit must leave at least one token to compute, and {WHOLE}."
        " How many tokens are computed the second time?"
    )
    lines = (
        f"({tokens} - 1) / {block_size}, rounded down = {found} blocks may be hits",
        f"{tokens} - {found} * {block_size} = {answer} {'token' if answer == 1 else 'tokens'}",
    )
    numbers: dict[str, Plain] = {"tokens": tokens, "block_size": block_size}
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def partly_cached(rng: random.Random) -> Question:
    """A prompt that agrees with an older one for a while."""
    block_size = rng.choice([4, 8, 16])
    tokens = rng.randint(4 * block_size, 9 * block_size)
    common = rng.randint(block_size, tokens - 1)
    found = common // block_size
    answer = tokens - found * block_size
    text = (
        f"A prompt of {tokens} tokens agrees with a cached one in its first {common} tokens. With"
        f" blocks of {block_size}, {WHOLE}. How many tokens are computed?"
    )
    lines = (
        f"{common} / {block_size}, rounded down = {found} blocks = {found * block_size} tokens",
        f"{tokens} - {found * block_size} = {answer} tokens",
    )
    numbers: dict[str, Plain] = {"tokens": tokens, "common": common, "block_size": block_size}
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def hit_share(rng: random.Random) -> Question:
    """Hits as a share of all prompt tokens."""
    requests, block_size = rng.choice([5, 10, 20]), rng.choice([16, 32])
    whole = block_size * rng.randint(10, 30)
    prompt = whole + block_size * rng.randint(1, 10)
    hits, all_tokens = (requests - 1) * whole, requests * prompt
    answer = Fraction(100 * hits, all_tokens)
    text = (
        f"{requests} requests, one after the other, have prompts of {prompt} tokens that agree in"
        f" the first {whole} tokens, in blocks of {block_size}. Which share of all prompt tokens is"
        " found in the cache?"
    )
    lines = (
        f"{whole} / {block_size} = {whole // block_size} whole blocks, so {whole} tokens are found",
        f"({requests} - 1) * {whole} = {hits:,} of {requests} * {prompt} = {all_tokens:,}",
        f"{hits:,} / {all_tokens:,} = {say(answer)} %",
    )
    numbers: dict[str, Plain] = {
        "requests": requests,
        "prompt": prompt,
        "common": whole,
        "block_size": block_size,
    }
    return Question(text, numbers, answer, "%", lines, 2)


def prefix_memory(rng: random.Random) -> Question:
    """What one copy instead of many saves."""
    requests, kib = rng.choice([3, 5, 9, 11, 17]), rng.choice([64, 128, 256, 512])
    block_size, blocks = 16, rng.randint(2, 40)
    one = Fraction(kib * block_size * blocks, 1024)
    answer = (requests - 1) * one
    text = (
        f"{requests} running requests share {blocks} KV blocks of {block_size} tokens, at {kib} KiB"
        " a token. How much memory do they save against a copy for each?"
    )
    lines = (
        f"{blocks} * {block_size} tokens * {kib} KiB = {say(one)} MiB",
        f"({requests} - 1) copies * {say(one)} MiB = {say(answer)} MiB",
    )
    numbers: dict[str, Plain] = {
        "requests": requests,
        "kib": kib,
        "block_size": block_size,
        "blocks": blocks,
    }
    return Question(text, numbers, answer, "MiB", lines)


def block_size_loss(rng: random.Random) -> Question:
    """Large blocks find less."""
    requests, prefix = rng.choice([11, 21, 51, 101]), 100 * rng.randint(6, 30)
    small, large = 16, rng.choice([128, 256, 512])
    first, second = prefix // small * small, prefix // large * large
    answer = (requests - 1) * (first - second)
    text = (
        f"{requests} requests, one after the other, share a prefix of {prefix:,} tokens and then"
        f" go on differently; {WHOLE}. How many more tokens are computed with blocks of {large}"
        f" tokens than with blocks of {small}?"
    )
    lines = (
        f"blocks of {small}: {prefix:,} / {small}, rounded down, * {small} = {first:,} found",
        f"blocks of {large}: {prefix:,} / {large}, rounded down, * {large} = {second:,} found",
        f"({requests} - 1) * ({first:,} - {second:,}) = {answer:,} tokens",
    )
    numbers: dict[str, Plain] = {
        "requests": requests,
        "prefix": prefix,
        "small": small,
        "large": large,
    }
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def shared_blocks(rng: random.Random) -> Question:
    """Blocks in use when requests share a prefix."""
    block_size, requests = rng.choice([4, 8, 16]), rng.randint(3, 8)
    prefix = rng.randint(2 * block_size, 6 * block_size)
    own = rng.randint(1, 3 * block_size)
    shared = prefix // block_size
    each = up(prefix + own, block_size)
    answer = shared + requests * (each - shared)
    text = (
        f"{requests} running requests have a prefix of {prefix} tokens in common and {own} more"
        f" tokens each, all different. They share whole blocks of {block_size} tokens. How many"
        " blocks are in use?"
    )
    lines = (
        f"shared: {prefix} / {block_size}, rounded down = {shared} blocks",
        f"a request needs ({prefix} + {own}) / {block_size}, rounded up = {each} blocks",
        f"{shared} + {requests} * ({each} - {shared}) = {answer} blocks",
    )
    numbers: dict[str, Plain] = {
        "requests": requests,
        "prefix": prefix,
        "own": own,
        "block_size": block_size,
    }
    return Question(text, numbers, Fraction(answer), "blocks", lines)


QUESTIONS = (
    prefix_saved,
    fully_cached,
    partly_cached,
    hit_share,
    prefix_memory,
    block_size_loss,
    shared_blocks,
)
