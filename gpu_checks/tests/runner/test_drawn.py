"""Runs that draw their tokens: each request gets those that it gets alone, whatever the batch."""

import dataclasses
import math
import random

import pytest

from gpu_checks.adapter.session import Local
from gpu_checks.alone import alone as all_alone
from gpu_checks.engine import run
from gpu_checks.fingerprint import VOCAB
from gpu_checks.protocol import Spec
from gpu_checks.runner import build
from gpu_checks.runner.torch_runner import TorchRunner
from gpu_checks.tests.recorder import Recorder
from gpu_checks.tests.traffic import Traffic, alone
from gpu_checks.verify.small import room, small
from grader.error import DrillError

# at these temperatures the token that is due is drawn about 2 times in 3: others come up as well
TEMPERATURES = {"fingerprint": 0.21, "bitexact": 0.8}
DRAWN = Spec("fingerprint", "cpu", 24, 4, max_rows=8, max_tokens=64, temperature=0.21, seed=5)


def made(spec: Spec) -> TorchRunner:
    runner = build(spec)
    assert isinstance(runner, TorchRunner)
    return runner


def draw_prompts() -> list[list[int]]:
    """Return ten prompts, half of which are the same: only their requests tell them apart."""
    dice = random.Random(3)
    same = [dice.randrange(VOCAB) for _ in range(12)]
    return [same, [dice.randrange(VOCAB) for _ in range(dice.randint(1, 20))]] * 5


@pytest.mark.parametrize("model", TEMPERATURES)
@pytest.mark.parametrize("recorded", [False, True])
def test_drawn_tokens_of_a_batch_are_those_of_running_alone(model: str, recorded: bool) -> None:
    spec = dataclasses.replace(DRAWN, model=model, temperature=TEMPERATURES[model])
    prompts, runner = draw_prompts(), made(spec)
    if recorded:
        runner.record(Recorder())

    traffic = Traffic(runner, random.Random(1))
    got = traffic.play(prompts, 12)

    plain = made(spec)
    assert got == [alone(plain, prompt, 12, number) for number, prompt in enumerate(prompts)]
    assert got != [alone(plain, prompt, 12, 0) for prompt in prompts]
    assert traffic.seen["chunk"] > 5
    assert traffic.seen["preempted"] > 2
    assert traffic.seen["shared"] > 0


def test_a_scheduler_gets_the_drawn_tokens_of_running_alone() -> None:
    workload = small(0, VOCAB)
    spec = dataclasses.replace(
        DRAWN, pages=room(workload), page_size=workload.page_size, max_rows=workload.max_rows
    )
    runner = made(spec)

    course = run(Local("scheduler"), runner, workload)

    assert course.is_whole
    assert course.outputs == all_alone(runner, workload)
    assert course.outputs != all_alone(made(dataclasses.replace(spec, temperature=0.0)), workload)
    assert course.outputs != all_alone(made(dataclasses.replace(spec, seed=6)), workload)


def test_without_a_temperature_the_highest_score_is_taken() -> None:
    greedy = [made(Spec("tiny", "cpu", 8, 4, 4, 64, seed=seed)) for seed in (0, 1)]

    assert len({tuple(alone(runner, [1, 2, 3], 12)) for runner in greedy}) == 1


@pytest.mark.parametrize("temperature", [-1.0, math.nan, math.inf])
def test_what_is_no_temperature_is_refused(temperature: float) -> None:
    with pytest.raises(DrillError, match="no temperature is"):
        build(dataclasses.replace(DRAWN, temperature=temperature))


@pytest.mark.parametrize("seed", [-1, 2**32])
def test_what_is_no_seed_is_refused(seed: int) -> None:
    with pytest.raises(DrillError, match="no seed is"):
        build(dataclasses.replace(DRAWN, seed=seed))
