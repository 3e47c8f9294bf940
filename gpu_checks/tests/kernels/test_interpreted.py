"""The kernels compute what gathering computes; here in Triton's interpreter, on a CPU."""

import random

import pytest
import torch

from gpu_checks.kernels.backend import Kernels
from gpu_checks.models.bitexact import BitExact
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.selftest import TOLERANCE, Shape, difference
from gpu_checks.runner.torch_runner import TorchRunner
from gpu_checks.tests.traffic import Traffic, alone

ONE_PART = 1  # multiprocessors for which no context is cut
PARTS = 8  # multiprocessors for which these small steps are cut into parts


@pytest.mark.parametrize(
    ("shape", "page_size", "processors"),
    [
        (Shape(2, 1, 16, torch.float32, 0.25), 1, ONE_PART),
        (Shape(3, 1, 64, torch.float32, 0.125), 16, PARTS),
        (Shape(2, 2, 80, torch.float32, 0.11), 4, PARTS),
        (Shape(4, 1, 64, torch.float16, 0.125), 256, PARTS),
        (Shape(2, 1, 128, torch.float16, 0.09), 16, ONE_PART),
    ],
)
def test_a_step_is_that_of_the_gather_path(shape: Shape, page_size: int, processors: int) -> None:
    """Any page size, shared heads, heads of no power of two, whole contexts or parts."""
    kernels = Kernels(shape.scale, shape.heads // shape.kv_heads, processors)

    assert difference(kernels, shape, page_size, "cpu") <= TOLERANCE[shape.dtype]


@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
def test_the_bit_exact_model_gives_the_tokens_of_the_gather_path(dtype: torch.dtype) -> None:
    """Bitwise, through chunks, mixed steps, preemption and contexts in parts."""
    model = BitExact("cpu", dtype)
    dice = random.Random(3)
    prompts = [[dice.randrange(64) for _ in range(count)] for count in (66, 3, 9)]
    gather = TorchRunner(model, Gather(model.mix, model.scale), 1, 128, 8, "cpu")
    expected = [alone(gather, prompt, 3) for prompt in prompts]

    kernels = Kernels(model.scale, model.heads // model.kv_heads, 2)
    traffic = Traffic(TorchRunner(model, kernels, 18, 4, 8, "cpu"), random.Random(5))
    got = traffic.play(prompts, 3)

    assert got == expected
    assert traffic.seen["chunk"] > 0
    assert traffic.seen["preempted"] > 0
