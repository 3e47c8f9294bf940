"""Swap against recompute: what either costs, and when the answer turns."""

import random
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, say, up

KV = (50, 100, 125, 200, 250, 500)  # KB a token, 1,000 B each


def swap_time(rng: random.Random) -> Question:
    """Out and back over the link."""
    tokens, kb, link = 1000 * rng.choice([1, 2, 4, 5]), rng.choice(KV), rng.choice([20, 25, 40, 50])
    moved = Fraction(2 * tokens * kb, 10**6)
    answer = moved * 1000 / link
    text = (
        f"A sequence of {tokens:,} tokens at {kb} KB of KV a token (KB = 1,000 B) is swapped to the"
        f" host and later back, over a link of {link} GB/s each way. How long do both transfers"
        " take together?"
    )
    lines = (
        f"2 * {tokens:,} * {kb} KB = {say(moved)} GB",
        f"{say(moved)} GB / {link} GB/s = {say(answer)} ms",
    )
    numbers: dict[str, Plain] = {"tokens": tokens, "kb": kb, "link": link}
    return Question(text, numbers, answer, "ms", lines, 2)


def recompute_time(rng: random.Random) -> Question:
    """What is still cached need not be computed."""
    billions, reached = rng.choice([4, 8, 10, 16]), rng.choice([100, 200, 400, 500])
    tokens = 1000 * rng.choice([2, 4, 5])
    cached = tokens * rng.choice([0, 25, 50, 75]) // 100
    left = tokens - cached
    answer = Fraction(2 * billions * left, reached)
    text = (
        f"A preempted sequence of {tokens:,} tokens comes back; {cached:,} of them are still in the"
        f" prefix cache. The model has {billions}e9 parameters, a token costs 2 FLOP a parameter"
        f" (attention left out), the GPU reaches {reached} TFLOP/s. How long does computing the"
        " rest again take?"
    )
    lines = (
        f"{tokens:,} - {cached:,} = {left:,} tokens",
        f"2 * {billions}e9 * {left:,} = {say(2 * billions * left)}e9 FLOP",
        f"{say(2 * billions * left)}e9 / {reached}e12 FLOP/s = {say(answer)} ms",
    )
    numbers: dict[str, Plain] = {
        "tokens": tokens,
        "cached": cached,
        "billions": billions,
        "reached": reached,
    }
    return Question(text, numbers, answer, "ms", lines, 2)


def swap_small_copies(rng: random.Random) -> Question:
    """Small copies cost more than their bytes."""
    block_size, kb = rng.choice([10, 16, 20]), rng.choice([50, 100, 200])
    tokens = rng.randint(3 * block_size, 30 * block_size)
    copies, latency, link = (
        rng.choice([1, 2, 20, 40, 80]),
        rng.choice([5, 10]),
        rng.choice([20, 50]),
    )
    blocks = up(tokens, block_size)
    wire = Fraction(block_size * kb, link)  # KB / (GB/s) = us
    one = wire + copies * latency
    answer = Fraction(2 * blocks) * one / 1000
    text = (
        f"A sequence of {tokens} tokens is swapped out and later back in, in whole blocks of"
        f" {block_size} tokens at {kb} KB a token (KB = 1,000 B), over {link} GB/s each way. Each"
        f" way, a block is moved by {copies} cop{'ies' if copies > 1 else 'y'}, each of which"
        f" costs {latency} us besides its bytes. How long does it all take?"
    )
    lines = (
        f"{tokens} / {block_size}, rounded up = {blocks} blocks",
        f"a block's bytes: {block_size} * {kb} KB / {link} GB/s = {say(wire)} us",
        f"its copies: {copies} * {latency} us = {copies * latency} us",
        f"2 * {blocks} * ({say(wire)} + {copies * latency}) us = {say(answer)} ms",
    )
    numbers: dict[str, Plain] = {
        "tokens": tokens,
        "block_size": block_size,
        "kb": kb,
        "link": link,
        "copies": copies,
        "latency": latency,
    }
    return Question(text, numbers, answer, "ms", lines, 2)


def break_even_link(rng: random.Random) -> Question:
    """The link at which both cost the same, whatever the length."""
    billions, reached = rng.choice([4, 8, 10, 16, 20]), rng.choice([100, 200, 400, 500])
    kb = rng.choice(KV)
    answer = Fraction(kb * reached, billions * 1000)
    text = (
        f"A token has {kb} KB of KV (KB = 1,000 B). Swapping moves it twice, recomputing it costs"
        f" 2 FLOP for each of {billions}e9 parameters at {reached} TFLOP/s. With which bandwidth of"
        " the link in either direction does both take equally long?"
    )
    lines = (
        f"swap: 2 * {kb}e3 / B s; recompute: 2 * {billions}e9 / {reached}e12 s",
        f"B = {kb}e3 * {reached}e12 / {billions}e9 B/s = {say(answer)} GB/s",
    )
    numbers: dict[str, Plain] = {"kb": kb, "billions": billions, "reached": reached}
    return Question(text, numbers, answer, "GB/s", lines, 2)


def resumed_tokens(rng: random.Random) -> Question:
    """A preempted sequence computes its generated tokens again too."""
    block_size = rng.choice([4, 8, 16])
    prompt, generated = rng.randint(10, 80), rng.randint(2, 40)
    total = prompt + generated
    kept = rng.randint(0, (total - 1) // block_size)
    answer = total - kept * block_size
    text = (
        f"A sequence with a prompt of {prompt} tokens has generated {generated} and is preempted."
        f" When it comes back, its first {kept} full blocks of {block_size} tokens are still"
        " cached. How many tokens does its prefill compute?"
    )
    lines = (
        f"{prompt} + {generated} = {total} tokens, the generated ones included",
        f"{total} - {kept} * {block_size} = {answer} {'token' if answer == 1 else 'tokens'}",
    )
    numbers: dict[str, Plain] = {
        "prompt": prompt,
        "generated": generated,
        "kept": kept,
        "block_size": block_size,
    }
    return Question(text, numbers, Fraction(answer), "tokens", lines)


def victims_needed(rng: random.Random) -> Question:
    """Blocks that others share do not become free."""
    held = [rng.randint(2, 9) for _ in range(5)]
    shared = [rng.randint(0, blocks - 1) for blocks in held]
    private = [blocks - part for blocks, part in zip(held, shared, strict=True)]
    need = rng.randint(2, sum(private[1:]))
    count = freed = 0
    lines: list[str] = []
    while freed < need:
        count += 1
        last = len(held) - count
        line = f"victim {count} frees {held[last]} - {shared[last]} = {private[last]} blocks"
        lines.append(f"{line}, together {freed + private[last]}")
        freed += private[last]
    lines.append(f"{freed} >= {need} after {count} request{'s' * (count > 1)}")
    pairs = zip(held, shared, strict=True)
    text = (
        "Running requests, the one admitted last at the end, hold blocks, of which they share some"
        f" with a request that stays: {', '.join(f'{a} ({b} shared)' for a, b in pairs)}. No"
        f" block is free and {need} are needed; victims are taken from the end, one by one."
        " How many requests are preempted?"
    )
    numbers: dict[str, Plain] = {"held": [*held], "shared": [*shared], "need": need}
    return Question(text, numbers, Fraction(count), "requests", tuple(lines))


QUESTIONS = (
    swap_time,
    recompute_time,
    swap_small_copies,
    break_even_link,
    resumed_tokens,
    victims_needed,
)
