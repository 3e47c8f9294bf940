"""KV bytes a token: heads, layers, data types, tensor parallelism, one latent vector."""

import random
from dataclasses import dataclass
from fractions import Fraction

from grader.plain import Plain
from grader.quiz.question import Question, say

KIB = 1024
GIB = 1024**3


@dataclass(frozen=True)
class Shape:
    """What of a model decides how much KV a token takes."""

    layers: int
    heads: int  # that ask
    kv_heads: int
    head_dim: int
    size: int  # bytes of one number

    @property
    def text(self) -> str:
        """Return the shape as a phrase."""
        return (
            f"A model has {self.layers} layers, {self.heads} query heads, {self.kv_heads} KV heads"
            f" of dimension {self.head_dim}, and keeps its KV in {self.size}"
            f" byte{'s' * (self.size > 1)} a number."
        )

    def bytes(self, kv_heads: int) -> tuple[int, str]:
        """Return the bytes a token with so many KV heads, and the line that says so."""
        total = 2 * self.layers * kv_heads * self.head_dim * self.size
        return total, (
            f"2 (key and value) * {self.layers} layers * {kv_heads} heads * {self.head_dim}"
            f" * {self.size} B = {total:,} B"
        )

    def question(
        self, text: str, extra: dict[str, Plain], answer: Fraction | int, unit: str, *lines: str
    ) -> Question:
        """Return a question about this shape."""
        numbers: dict[str, Plain] = {
            "layers": self.layers,
            "heads": self.heads,
            "kv_heads": self.kv_heads,
            "head_dim": self.head_dim,
            "size": self.size,
            **extra,
        }
        return Question(f"{self.text} {text}", numbers, Fraction(answer), unit, lines)


def bytes_per_token(rng: random.Random) -> Question:
    """The formula that everybody is asked for."""
    shape = _shape(rng)
    total, line = shape.bytes(shape.kv_heads)
    kib = Fraction(total, KIB)
    text = "How much KV memory does one token take?"
    return shape.question(text, {}, kib, "KiB", line, f"{total:,} B / 1,024 = {say(kib)} KiB")


def bytes_per_gpu(rng: random.Random) -> Question:
    """Tensor parallelism cuts heads, and never below one."""
    shape = _shape(rng)
    gpus = rng.choice([2, 4, 8, 16])
    heads = max(1, shape.kv_heads // gpus)
    total, line = shape.bytes(heads)
    kib = Fraction(total, KIB)
    text = (
        f"Tensor parallelism spreads its KV heads over {gpus} GPUs (a head is never cut; where"
        " there are too few, it is copied). How much KV memory does one token take on each GPU?"
    )
    return shape.question(
        text,
        {"gpus": gpus},
        kib,
        "KiB",
        f"{shape.kv_heads} KV heads over {gpus} GPUs: {heads} on each",
        line,
        f"{total:,} B / 1,024 = {say(kib)} KiB",
    )


def grouped_heads(rng: random.Random) -> Question:
    """How much grouped queries save."""
    shape = _shape(rng)
    small, line = shape.bytes(shape.kv_heads)
    large, full = shape.bytes(shape.heads)
    saved = Fraction(large - small, KIB)
    text = "How much less KV memory does a token take than if every query head had a KV head?"
    return shape.question(
        text, {}, saved, "KiB", full, line, f"({large:,} - {small:,}) / 1,024 = {say(saved)} KiB"
    )


def block_bytes(rng: random.Random) -> Question:
    """What one block of tokens takes."""
    shape = _shape(rng)
    block_size = rng.choice([16, 32, 64, 128])
    total, line = shape.bytes(shape.kv_heads)
    kib = Fraction(total * block_size, KIB)  # MiB would not come out even
    text = f"How much memory does one KV block of {block_size} tokens take?"
    return shape.question(
        text,
        {"block_size": block_size},
        kib,
        "KiB",
        f"{line} a token, {say(Fraction(total, KIB))} KiB",
        f"{say(Fraction(total, KIB))} KiB * {block_size} = {say(kib)} KiB",
    )


def latent_bytes(rng: random.Random) -> Question:
    """A latent vector is kept once: no factor of two, no heads."""
    rank, rope = rng.choice([256, 512]), rng.choice([32, 64])
    layers = rng.choice([20, 30, 40, 50, 60])
    size = rng.choice([1, 2])
    answer = (rank + rope) * layers * size
    text = (
        f"With multi-head latent attention, a token keeps one vector of {rank} + {rope} numbers in"
        f" each of {layers} layers, shared by all heads, at {size} byte{'s' * (size > 1)} a number."
        " How much KV memory is that?"
    )
    line = f"({rank} + {rope}) * {layers} layers * {size} B = {answer:,} B, without a factor 2"
    numbers: dict[str, Plain] = {"rank": rank, "rope": rope, "layers": layers, "size": size}
    return Question(text, numbers, Fraction(answer), "B", (line,))


def context_memory(rng: random.Random) -> Question:
    """What a long context takes."""
    kib = rng.choice([64, 96, 128, 160, 256, 320, 512])
    tokens = 1024 * rng.choice([4, 8, 16, 32, 64, 128])
    requests = rng.choice([1, 2, 4, 8])
    answer = Fraction(kib * tokens * requests * KIB, GIB)
    one = Fraction(kib * tokens * KIB, GIB)
    who = "One request holds" if requests == 1 else f"{requests} requests hold"
    text = (
        f"{who} {tokens:,} tokens{' each' * (requests > 1)}, at {kib} KiB of KV a token."
        " How much memory is that?"
    )
    lines = (
        f"{kib} KiB * {tokens:,} tokens = {say(kib * tokens)} KiB",
        f"{say(kib * tokens)} KiB / 1,024 / 1,024 = {say(one)} GiB a request",
        f"{say(one)} GiB * {requests} = {say(answer)} GiB",
    )
    numbers: dict[str, Plain] = {"kib": kib, "tokens": tokens, "requests": requests}
    if requests == 1:
        del numbers["requests"]
    return Question(text, numbers, answer, "GiB", lines[: 1 + min(requests, 2)], 1)


def _shape(rng: random.Random) -> Shape:
    """Draw a shape with round numbers: never fewer query heads than KV heads."""
    kv_heads = rng.choice([2, 4, 8])
    return Shape(
        layers=rng.choice([16, 24, 32, 40, 48, 64, 80]),
        heads=kv_heads * rng.choice([2, 4, 8]),
        kv_heads=kv_heads,
        head_dim=rng.choice([64, 128]),
        size=rng.choice([1, 2]),
    )


QUESTIONS = (
    bytes_per_token,
    bytes_per_gpu,
    grouped_heads,
    block_bytes,
    latent_bytes,
    context_memory,
)
