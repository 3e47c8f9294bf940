"""The exact models give the tokens of running alone, however the work is cut and packed."""

import random
from collections.abc import Callable

import pytest
import torch

from gpu_checks.fingerprint import next_token
from gpu_checks.models.bitexact import BitExact
from gpu_checks.models.fingerprint import Fingerprint
from gpu_checks.models.model import Model
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.torch_runner import TorchRunner
from gpu_checks.tests.traffic import Traffic, alone

MODELS: dict[str, Callable[[], Model]] = {
    "fingerprint": Fingerprint,
    "bitexact-float32": lambda: BitExact("cpu", torch.float32),
    "bitexact-float16": lambda: BitExact("cpu", torch.float16),
    "bitexact-bfloat16": lambda: BitExact("cpu", torch.bfloat16),
}
SLOTS = {1: 160, 4: 160, 16: 192, 256: 1024}  # of the whole cache, by page size: few


def run(model: Model, pages: int, page_size: int) -> TorchRunner:
    return TorchRunner(model, Gather(model.mix, model.scale), pages, page_size, 8, "cpu")


def draw_prompts(seed: int, vocab: int) -> list[list[int]]:
    """Return prompts of 1 to 40 tokens, half of which begin alike."""
    dice = random.Random(seed)
    prefix = [dice.randrange(vocab) for _ in range(20)]
    return [
        prefix * (number % 2) + [dice.randrange(vocab) for _ in range(dice.randint(1, 20))]
        for number in range(10)
    ]


@pytest.mark.parametrize("page_size", [1, 4, 16, 256])
@pytest.mark.parametrize("name", MODELS)
def test_no_packing_changes_a_token(name: str, page_size: int) -> None:
    """Chunks, mixed steps, preemption and shared pages leave every token as it is alone."""
    model = MODELS[name]()
    prompts = draw_prompts(page_size, model.vocab)
    expected = [alone(run(model, 1, 128), prompt, 12) for prompt in prompts]

    traffic = Traffic(run(model, SLOTS[page_size] // page_size, page_size), random.Random(1))
    got = traffic.play(prompts, 12)

    assert got == expected
    assert traffic.seen["chunk"] > 10
    assert traffic.seen["preempted"] > 5
    assert traffic.seen["shared"] > 0 or page_size == 256  # no page is ever full


def test_the_fingerprint_is_that_of_the_lists() -> None:
    tokens = alone(run(Fingerprint(), 1, 64), [3, 1, 4, 1, 5], 20)

    assert tokens[5:] == [next_token(tokens[:end]) for end in range(5, 25)]


def test_bits_do_not_depend_on_the_format() -> None:
    runs = [
        alone(run(BitExact("cpu", dtype), 1, 64), [3, 1, 4, 1, 5], 40)
        for dtype in (torch.float32, torch.float16, torch.bfloat16)
    ]

    assert runs[0] == runs[1] == runs[2]
    assert len(set(runs[0][5:])) > 15  # the tokens vary: equal ones would show little
