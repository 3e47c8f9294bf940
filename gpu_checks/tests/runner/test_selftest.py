"""An attention that is wrong is found out before it is used, and why is said."""

import pytest
import torch
from torch import Tensor

from gpu_checks.models.bitexact import BitExact
from gpu_checks.models.mix import softmax
from gpu_checks.models.model import Attend
from gpu_checks.protocol import Spec
from gpu_checks.runner.batch import Batch
from gpu_checks.runner.build import proven
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.pool import Pool
from gpu_checks.runner.selftest import Shape, complaint, difference

SHAPE = Shape(4, 2, 32, torch.float32, 0.2)


class Wrong:
    """Gathering with one fault, named by what it does to a step's query or output."""

    name = "wrong"

    def __init__(self, fault: str, scale: float) -> None:
        self.fault = fault
        self.gather = Gather(softmax, scale)

    def plan(self, pool: Pool, batch: Batch) -> Attend:
        if self.fault == "raises":
            raise RuntimeError("no kernel image\nfor this device")
        attend = self.gather.plan(pool, batch)

        def faulty(layer: int, query: Tensor, key: Tensor, value: Tensor) -> Tensor:
            out = attend(layer, query, key, value)
            if self.fault == "swaps heads":
                return out.flip(1)
            if self.fault == "one row unwritten":
                out[0] = float("nan")
            if self.fault == "drops the last slot":
                return out - value.repeat_interleave(2, 1) / 50
            return out

        return faulty


def test_gathering_in_the_same_format_does_not_differ() -> None:
    assert difference(Gather(softmax, SHAPE.scale), SHAPE, 4, "cpu") == 0.0


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_gathering_in_half_the_bits_is_near_enough(dtype: torch.dtype) -> None:
    shape = Shape(4, 2, 32, dtype, 0.2)

    assert difference(Gather(softmax, shape.scale), shape, 16, "cpu") > 0
    assert complaint(Gather(softmax, shape.scale), shape, 16, "cpu") == ""


@pytest.mark.parametrize("fault", ["swaps heads", "drops the last slot"])
def test_a_difference_is_told_with_its_size(fault: str) -> None:
    told = complaint(Wrong(fault, SHAPE.scale), SHAPE, 4, "cpu")

    assert told.startswith("wrong differs from gathering by ")
    assert told.endswith(", more than 0.0001")


def test_an_output_that_was_not_written_differs_by_infinity() -> None:
    told = complaint(Wrong("one row unwritten", SHAPE.scale), SHAPE, 4, "cpu")

    assert told == "wrong differs from gathering by inf, more than 0.0001"


def test_what_fails_is_told_in_one_line() -> None:
    told = complaint(Wrong("raises", SHAPE.scale), SHAPE, 4, "cpu")

    assert told == "wrong failed: RuntimeError: no kernel image"


def test_a_wrong_attention_is_replaced_by_gathering_which_says_why() -> None:
    model = BitExact("cpu", torch.float32)
    gather = Gather(softmax, model.scale)
    spec = Spec("bitexact", "cpu", 8, 4, 8, 64)

    right, agrees = proven([gather, Gather(softmax, model.scale)], gather, model, spec)
    chosen, why = proven([gather, Wrong("swaps heads", model.scale)], gather, model, spec)

    assert right is not gather
    assert agrees == "it agrees with gathering on three rows"
    assert chosen is gather
    assert "differs from gathering" in why
