"""Recorded decode steps: which size is replayed, and that padding touches nothing."""

import itertools
import random

import pytest
import torch

from gpu_checks.fingerprint import POISON, next_token
from gpu_checks.models.bitexact import BitExact
from gpu_checks.models.fingerprint import Fingerprint
from gpu_checks.protocol import Row
from gpu_checks.runner.gather import Gather
from gpu_checks.runner.graphs import sizes
from gpu_checks.runner.torch_runner import TorchRunner
from gpu_checks.tests.recorder import Recorder
from gpu_checks.tests.traffic import Traffic, alone


def run(model: Fingerprint | BitExact, recorder: Recorder, rows: int = 8) -> TorchRunner:
    runner = TorchRunner(model, Gather(model.mix, model.scale), 40, 4, rows, "cpu")
    runner.record(recorder)
    return runner


@pytest.mark.parametrize("most", [1, 2, 3, 12, 20, 64, 100, 256, 300, 512])
def test_every_batch_has_a_size_that_holds_it(most: int) -> None:
    found = sizes(most)

    assert found == sorted(set(found))
    assert found[-1] == most
    for low, high in itertools.pairwise(found):
        assert low + 1 > high / 2  # a batch just too large for one wastes less than half


def test_a_step_replays_the_smallest_size_that_holds_it() -> None:
    recorder = Recorder()
    runner = run(Fingerprint(), recorder, rows=20)

    for count in (1, 3, 4, 5, 17):
        runner.step([Row(number, (1,), 0, (number,), True) for number in range(count)])

    assert recorder.replayed == {1: 1, 4: 2, 8: 1, 20: 1}


def test_a_step_with_a_chunk_is_not_replayed() -> None:
    recorder = Recorder()

    run(Fingerprint(), recorder).step([Row(0, (1, 2), 0, (0,), True), Row(1, (1,), 0, (1,), True)])

    assert not recorder.replayed


def test_padding_writes_the_scratch_page_alone() -> None:
    runner = run(Fingerprint(), Recorder())

    runner.step([Row(number, (1,), 0, (number,), True) for number in range(5)])

    slots = runner.pool.values[0].view(-1)
    written = [slot for slot, number in enumerate(slots.tolist()) if number != POISON]
    assert written == [0, 4, 8, 12, 16, 160]  # 160 is the first slot of page 40, one too many


def test_padding_reads_the_scratch_page_alone() -> None:
    runner = run(Fingerprint(), Recorder())
    runner.step([Row(number, (1,), 0, (number,), True) for number in range(8)])  # all seats

    runner.step([Row(number, (1,), 0, (number,), True) for number in range(5)])

    assert runner.graphs is not None
    answers = runner.graphs.recorded[8].replay().tolist()
    assert answers == [next_token([1])] * 5 + [next_token([0])] * 3


@pytest.mark.parametrize("model", [Fingerprint(), BitExact("cpu", torch.float32)])
def test_replayed_steps_give_the_tokens_of_running_alone(model: Fingerprint | BitExact) -> None:
    dice = random.Random(2)
    prompts = [[dice.randrange(64) for _ in range(dice.randint(1, 20))] for _ in range(10)]
    recorder = Recorder()

    got = Traffic(run(model, recorder), dice).play(prompts, 6)

    plain = TorchRunner(model, Gather(model.mix, model.scale), 1, 64, 1, "cpu")
    assert got == [alone(plain, prompt, 6) for prompt in prompts]
    assert len(recorder.replayed) > 2
