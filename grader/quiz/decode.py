"""Decode: weights and KV are read once a step, so bandwidth sets the floor."""

import random
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, say

BANDWIDTHS = ("1.6", "2", "3.2", "4", "4.8", "8")  # TB/s


def _question(
    text: str, numbers: dict[str, Plain], answer: Fraction, unit: str, *lines: str
) -> Question:
    return Question(text, numbers, answer, unit, lines, 2)


def decode_floor(rng: random.Random) -> Question:
    """The time that reading all weights once takes."""
    weights, bandwidth = rng.choice([4, 8, 14, 16, 26, 64, 70]), rng.choice(BANDWIDTHS)
    answer = weights / Fraction(bandwidth)
    text = (
        f"A decode step reads all {weights} GB of weights once, from memory with {bandwidth} TB/s."
        " How long does a step take at least?"
    )
    line = (
        f"{weights} GB / {bandwidth} TB/s = {weights} / {say(Fraction(bandwidth) * 1000)} s"
        f" = {say(answer)} ms"
    )
    return _question(text, {"weights": weights, "bandwidth": bandwidth}, answer, "ms", line)


def decode_rate(rng: random.Random) -> Question:
    """A batch shares one read of the weights."""
    weights, bandwidth = rng.choice([8, 16, 32, 64]), rng.choice(["1.6", "2", "3.2", "4", "8"])
    batch = rng.choice([1, 4, 8, 16, 32])
    step = weights / Fraction(bandwidth)
    answer = batch * 1000 / step
    text = (
        f"A decode step reads all {weights} GB of weights once, from memory with {bandwidth} TB/s,"
        f" and nothing else counts. What is the most that a batch of {batch} can generate?"
    )
    return _question(
        text,
        {"weights": weights, "bandwidth": bandwidth, "batch": batch},
        answer,
        "tok/s",
        f"{weights} GB / {bandwidth} TB/s = {say(step)} ms a step",
        f"1,000 ms / {say(step)} ms = {say(1000 / step)} steps a second",
        f"{batch} * {say(1000 / step)} = {say(answer)} tok/s",
    )


def decode_with_kv(rng: random.Random) -> Question:
    """The KV of the whole batch is read too."""
    weights, bandwidth = rng.choice([8, 16, 32]), rng.choice(["2", "3.2", "4", "8"])
    batch, tokens = rng.choice([8, 16, 32, 64]), rng.choice([1000, 2000, 4000])
    kb = rng.choice([100, 125, 200, 250])
    cache = Fraction(batch * tokens * kb, 10**6)
    answer = (weights + cache) / Fraction(bandwidth)
    text = (
        f"A decode step reads {weights} GB of weights once, and the KV of {batch} sequences of"
        f" {tokens:,} tokens at {kb} KB a token (KB = 1,000 B), from memory with {bandwidth} TB/s."
        " How long does it take at least?"
    )
    return _question(
        text,
        {"weights": weights, "bandwidth": bandwidth, "batch": batch, "tokens": tokens, "kb": kb},
        answer,
        "ms",
        f"KV: {batch} * {tokens:,} * {kb} KB = {say(cache)} GB",
        f"{weights} + {say(cache)} = {say(weights + cache)} GB",
        f"{say(weights + cache)} GB / {bandwidth} TB/s = {say(answer)} ms",
    )


def ridge(rng: random.Random) -> Question:
    """At how many tokens computing takes as long as reading the weights."""
    tflops, percent = rng.choice([200, 320, 400, 800, 1000]), rng.choice([40, 50, 60, 80])
    bandwidth, size = rng.choice(["1.6", "2", "3.2", "4", "8"]), rng.choice([1, 2])
    reached = Fraction(tflops * percent, 100)
    answer = reached * size / (2 * Fraction(bandwidth))
    text = (
        f"A GPU reaches {percent} % of {tflops:,} TFLOP/s and reads {bandwidth} TB/s. A token costs"
        f" 2 FLOP a parameter; a parameter takes {size} byte{'s' * (size > 1)} and is read once a"
        " step. With how many tokens in a step does computing take as long as reading the weights?"
    )
    return _question(
        text,
        {"tflops": tflops, "percent": percent, "bandwidth": bandwidth, "size": size},
        answer,
        "tokens",
        f"{tflops:,} * {percent} % = {say(reached)} TFLOP/s",
        f"a parameter is read in {size} / {bandwidth}e12 s,"
        f" computed for n tokens in 2n / {say(reached)}e12 s",
        f"n = {say(reached)} * {size} / (2 * {bandwidth}) = {say(answer)} tokens",
    )


def decode_parallel(rng: random.Random) -> Question:
    """Each GPU reads its share."""
    weights, bandwidth = rng.choice([70, 140, 200, 400]), rng.choice(BANDWIDTHS)
    gpus = rng.choice([2, 4, 8])
    share = Fraction(weights, gpus)
    answer = share / Fraction(bandwidth)
    text = (
        f"Tensor parallelism spreads {weights} GB of weights evenly over {gpus} GPUs of"
        f" {bandwidth} TB/s each; talk between them is free. How long does a decode step take at"
        " least?"
    )
    return _question(
        text,
        {"weights": weights, "gpus": gpus, "bandwidth": bandwidth},
        answer,
        "ms",
        f"{weights} GB / {gpus} = {say(share)} GB on each GPU",
        f"{say(share)} GB / {bandwidth} TB/s = {say(answer)} ms",
    )


def decode_quantized(rng: random.Random) -> Question:
    """Fewer bits, fewer bytes, a lower floor."""
    billions, bits = rng.choice([8, 14, 32, 70]), rng.choice([4, 8, 16])
    bandwidth = rng.choice(BANDWIDTHS)
    weights = Fraction(billions * bits, 8)
    answer = weights / Fraction(bandwidth)
    text = (
        f"A model of {billions}e9 parameters keeps its weights in {bits} bits each. Memory reads"
        f" {bandwidth} TB/s. How long does a decode step take at least?"
    )
    return _question(
        text,
        {"billions": billions, "bits": bits, "bandwidth": bandwidth},
        answer,
        "ms",
        f"{billions}e9 * {bits} / 8 B = {say(weights)} GB",
        f"{say(weights)} GB / {bandwidth} TB/s = {say(answer)} ms",
    )


QUESTIONS = (
    decode_floor,
    decode_rate,
    decode_with_kv,
    ridge,
    decode_parallel,
    decode_quantized,
)
