"""From a specification to a runner, or to a clear refusal."""

import dataclasses
from pathlib import Path

import pytest
import torch

from gpu_checks.fingerprint import next_token
from gpu_checks.protocol import UNASKED, Row, Spec
from gpu_checks.runner import about, build, costs
from grader.error import DrillError

SPEC = Spec("fingerprint", "cpu", pages=8, page_size=4, max_rows=4, max_tokens=64)


def test_a_runner_answers_each_row_that_asks() -> None:
    runner = build(SPEC)

    tokens = runner.step([Row(0, (1, 2, 3), 0, (5,), True), Row(1, (1, 2), 0, (6,), False)])

    assert tokens == [next_token([1, 2, 3]), UNASKED]
    assert runner.step([]) == []


def test_poisoned_and_forgotten_slots_change_the_next_token() -> None:
    runner = build(SPEC)
    later = [Row(0, (7,), 4, (5, 2), True)]

    def after(change: str) -> list[int]:
        runner.step([Row(0, (1, 2, 3, 4), 0, (5,), True)])
        if change == "poison":
            runner.poison([3, 5])
        elif change == "reset":
            runner.reset()
        return runner.step(later)

    assert after("nothing") == [next_token([1, 2, 3, 4, 7])]
    assert after("poison") != after("nothing")
    assert after("reset") == after("poison")


@pytest.mark.parametrize("name", ["bitexact", "tiny"])
@pytest.mark.parametrize("dtype", ["auto", "float32", "float16", "bfloat16"])
def test_float_models_run_in_every_format(name: str, dtype: str) -> None:
    runner = build(dataclasses.replace(SPEC, model=name, dtype=dtype))

    (token,) = runner.step([Row(0, (1, 2, 3), 0, (5,), True)])

    assert 0 <= token < runner.vocab
    assert about(runner)["format"] == ("float32" if dtype == "auto" else dtype)


def test_a_reader_is_told_which_attention_ran_and_why() -> None:
    told = about(build(dataclasses.replace(SPEC, model="tiny")))

    assert told["attention"] == "gather"
    assert told["why"] == "no GPU is in use"
    assert told["torch"] == torch.__version__
    assert told["graphs"] == "none"


def test_costs_are_those_of_the_shape() -> None:
    """4 layers, width 64, 4 + 2 + 2 + 4 heads of 16, MLP 128, vocabulary 256, float32."""
    found = costs(build(dataclasses.replace(SPEC, model="tiny")))

    weights = 4 * (64 * 16 * 12 + 3 * 64 * 128) + 256 * 64
    assert found.weight_bytes == 4 * weights
    assert found.flops == 2 * weights
    assert found.kv_bytes == 2 * 4 * 2 * 16 * 4


@pytest.mark.skipif(torch.cuda.is_available(), reason="a CUDA device is here")
def test_a_missing_gpu_is_named_and_the_cpu_offered() -> None:
    with pytest.raises(DrillError, match="sees no CUDA device") as told:
        build(dataclasses.replace(SPEC, device="cuda"))

    assert told.value.code == 6
    assert "--device cpu" in told.value.hint


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        (dataclasses.replace(SPEC, model="gpt"), "no model is called 'gpt'"),
        (dataclasses.replace(SPEC, model="tiny", dtype="int8"), "no format is called 'int8'"),
    ],
)
def test_an_unknown_name_is_refused_with_those_there_are(wrong: Spec, problem: str) -> None:
    with pytest.raises(DrillError, match=problem) as told:
        build(wrong)

    assert "bitexact" in told.value.hint or "bfloat16" in told.value.hint


def test_weights_that_are_not_there_are_named(tmp_path: Path) -> None:
    with pytest.raises(DrillError, match="cannot read") as told:
        build(dataclasses.replace(SPEC, weights=tmp_path))

    assert told.value.code == 6
