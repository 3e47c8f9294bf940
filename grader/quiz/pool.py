"""The KV pool: its size, how many requests it holds, what the last blocks waste."""

import random
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, listed, say, up


def pool_tokens(rng: random.Random) -> Question:
    """Tokens in a pool of so many GiB."""
    gib = rng.choice([4, 8, 12, 16, 24, 32, 40])
    kib = rng.choice([64, 128, 256, 512])
    answer = gib * 1024 * 1024 // kib
    a_mib = 1024 // kib
    text = f"A KV pool has {gib} GiB, and a token takes {kib} KiB. How many tokens fit?"
    lines = (
        f"1 MiB / {kib} KiB = {a_mib} token{'s' * (a_mib > 1)} a MiB",
        f"{gib} GiB = {gib * 1024:,} MiB; {gib * 1024:,} * {a_mib} = {answer:,} tokens",
    )
    return Question(text, {"gib": gib, "kib": kib}, Fraction(answer), "tokens", lines)


def pool_memory(rng: random.Random) -> Question:
    """What weights and activations leave over."""
    total, percent = rng.choice([40, 80, 120, 140, 160]), rng.choice([80, 90, 95])
    weights, activations = rng.choice([6, 14, 15, 16]), rng.choice([1, 2, 3, 4])
    usable = Fraction(total * percent, 100)
    answer = usable - weights - activations
    text = (
        f"A GPU has {total} GiB, of which the engine may use {percent} %. Weights take"
        f" {weights} GiB and activations {activations} GiB of that. How large is the KV pool?"
    )
    lines = (
        f"{total} GiB * {percent} % = {say(usable)} GiB",
        f"{say(usable)} - {weights} - {activations} = {say(answer)} GiB",
    )
    numbers: dict[str, Plain] = {
        "total": total,
        "percent": percent,
        "weights": weights,
        "activations": activations,
    }
    return Question(text, numbers, answer, "GiB", lines, 1)


def pool_blocks(rng: random.Random) -> Question:
    """Whole blocks in a pool."""
    gib, block_size = rng.randint(10, 60), rng.choice([16, 32])
    kib = rng.choice([96, 112, 128, 160, 192, 320])
    block_kib = kib * block_size
    whole_kib = gib * 1024 * 1024
    answer = whole_kib // block_kib
    text = (
        f"A KV pool has {gib} GiB; a block holds {block_size} tokens of {kib} KiB each."
        " How many whole blocks does it hold?"
    )
    lines = (
        f"a block takes {block_size} * {kib} KiB = {block_kib:,} KiB",
        f"{gib} GiB = {whole_kib:,} KiB",
        f"{whole_kib:,} / {block_kib:,}, rounded down = {answer:,} blocks",
    )
    numbers: dict[str, Plain] = {"gib": gib, "block_size": block_size, "kib": kib}
    return Question(text, numbers, Fraction(answer), "blocks", lines)


def concurrency(rng: random.Random) -> Question:
    """How many longest requests a pool holds."""
    block_size = rng.choice([16, 32])
    blocks = 100 * rng.randint(10, 60)
    length = rng.choice([1000, 2000, 2048, 4000, 4096, 8192])
    each = up(length, block_size)
    answer = Fraction(blocks, each)
    text = (
        f"A pool has {blocks:,} blocks of {block_size} tokens, and a request takes whole blocks."
        f" How many requests of {length:,} tokens does it hold at once, as a ratio that is not"
        " rounded?"
    )
    lines = (
        f"a request needs {length:,} / {block_size}, rounded up = {each} blocks",
        f"{blocks:,} / {each} = {say(answer)}",
    )
    numbers: dict[str, Plain] = {"blocks": blocks, "block_size": block_size, "length": length}
    return Question(text, numbers, answer, "", lines, 2)


def longest_request(rng: random.Random) -> Question:
    """One block is the null block."""
    blocks, block_size = rng.randint(20, 200), rng.choice([4, 8, 16, 32])
    answer = (blocks - 1) * block_size
    text = (
        f"A pool has {blocks} blocks of {block_size} tokens, one of which is the null block that"
        " no request may use. How long may a single request be?"
    )
    line = f"({blocks} - 1) * {block_size} = {answer:,} tokens"
    numbers: dict[str, Plain] = {"blocks": blocks, "block_size": block_size}
    return Question(text, numbers, Fraction(answer), "tokens", (line,))


def blocks_for_requests(rng: random.Random) -> Question:
    """Every request rounds up on its own."""
    block_size, lengths = _lengths(rng)
    each = [up(length, block_size) for length in lengths]
    text = (
        f"Requests of {listed(lengths)} tokens share no prefix. How many KV blocks of"
        f" {block_size} tokens do they hold?"
    )
    lines = (
        *_rounded(lengths, each, block_size),
        f"{' + '.join(map(str, each))} = {sum(each)} blocks",
    )
    numbers: dict[str, Plain] = {"lengths": [*lengths], "block_size": block_size}
    return Question(text, numbers, Fraction(sum(each)), "blocks", lines)


def wasted_tokens(rng: random.Random) -> Question:
    """What partly filled last blocks waste."""
    block_size, lengths = _lengths(rng)
    each = [up(length, block_size) for length in lengths]
    room = sum(each) * block_size
    answer = room - sum(lengths)
    text = (
        f"Requests of {listed(lengths)} tokens hold KV blocks of {block_size} tokens. How many"
        " more tokens have room in the blocks that they hold already?"
    )
    lines = (
        *_rounded(lengths, each, block_size),
        f"{sum(each)} blocks * {block_size} = {room} tokens of room",
        f"{room} - {sum(lengths)} = {answer} tokens",
    )
    numbers: dict[str, Plain] = {"lengths": [*lengths], "block_size": block_size}
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def reserved_share(rng: random.Random) -> Question:
    """What reserving the longest length wastes."""
    longest = rng.choice([1000, 2000, 4000])
    used = longest * rng.choice([25, 30, 40, 45, 60]) // 100
    prompt = used // 5
    answer = Fraction(100 * used, longest)
    text = (
        f"An engine without paging reserves room for {longest:,} tokens a request. A request ends"
        f" with {prompt:,} prompt and {used - prompt:,} generated tokens. Which share of its room"
        " holds a token then?"
    )
    lines = (
        f"{prompt:,} + {used - prompt:,} = {used:,} tokens",
        f"{used:,} / {longest:,} = {say(answer)} %",
    )
    numbers: dict[str, Plain] = {"longest": longest, "prompt": prompt, "generated": used - prompt}
    return Question(text, numbers, answer, "%", lines, 2)


def _lengths(rng: random.Random) -> tuple[int, list[int]]:
    block_size = rng.choice([4, 8, 16])
    lengths = [rng.randint(1, 5 * block_size) for _ in range(rng.randint(2, 3))]
    return block_size, [*lengths, block_size * rng.randint(1, 3)]


def _rounded(lengths: list[int], each: list[int], block_size: int) -> list[str]:
    pairs = zip(lengths, each, strict=True)
    return [f"{length} / {block_size}, rounded up = {blocks}" for length, blocks in pairs]


QUESTIONS = (
    pool_tokens,
    pool_memory,
    pool_blocks,
    concurrency,
    longest_request,
    blocks_for_requests,
    wasted_tokens,
    reserved_share,
)
