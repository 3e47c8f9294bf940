"""The kernels compute what gathering computes; here in Triton's interpreter, on a CPU."""

import random

import pytest
import torch

from gpu_checks.kernels.backend import Kernels, rowwise
from gpu_checks.kernels.figures import Decode, figures
from gpu_checks.models.bitexact import BitExact
from gpu_checks.models.llama import Llama, random_weights
from gpu_checks.models.shapes import SHAPES
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.selftest import TOLERANCE, Shape, difference
from gpu_checks.runner.torch_runner import TorchRunner
from gpu_checks.tests.recorder import Recorder
from gpu_checks.tests.traffic import Traffic, alone

ROWS = Decode(Shape(2, 1, 16, torch.float32, 0.25), rows=3, context=21, page_size=4, processors=4)
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


def test_values_may_lie_between_other_numbers() -> None:
    """A Llama computes queries, keys and values in one product, and hands the values out of it."""
    model = Llama(SHAPES["tiny"], random_weights(SHAPES["tiny"], "cpu", torch.float32))
    prompt = [9, 200, 31]

    got = alone(TorchRunner(model, Kernels(model.scale, 2, ONE_PART), 2, 4, 1, "cpu"), prompt, 3)

    gather = TorchRunner(model, Gather(model.mix, model.scale), 1, 16, 1, "cpu")
    assert got == alone(gather, prompt, 3)
    heads = torch.arange(24).reshape(2, 3, 4)
    assert rowwise(heads[:, 1:]).stride() == (12, 4, 1)  # as it was
    assert rowwise(heads.transpose(0, 1)).stride() == (8, 4, 1)  # copied


def test_a_recorded_decode_reads_only_what_is_on_the_device() -> None:
    """The kernels are planned once, for padding, and then replayed for other rows and contexts."""
    model = BitExact("cpu", torch.float32)
    runner = TorchRunner(model, Kernels(model.scale, 2, ONE_PART), 8, 4, 3, "cpu")
    recorder = Recorder()
    runner.record(recorder)

    got = alone(runner, [5, 6, 7], 6)

    gather = TorchRunner(model, Gather(model.mix, model.scale), 1, 16, 1, "cpu")
    assert got == alone(gather, [5, 6, 7], 6)
    assert recorder.replayed == {1: 5}


def test_what_is_timed_is_a_decode_of_the_size_that_is_said() -> None:
    read = ROWS.work("cpu")()

    assert read.shape == (3, 2, 16)
    assert ROWS.bytes_read == 2 * 3 * 21 * 16 * 4
    assert read.abs().max().item() < 5  # a mean of values; NaN would not be less
    assert figures("cpu") == []
