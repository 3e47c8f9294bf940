"""The workloads are fixed, and what known schedulers make of them is on file."""

import os

import pytest

from gpu_checks.bench.standing import known, measured
from gpu_checks.bench.workloads import SYSTEM, WORKLOADS, nano, shared, tail, tight

QUICK = ("tail", "shared")
ALL = tuple(WORKLOADS) if os.environ.get("DRILL_GPU_ALL") else QUICK


def test_nano_has_the_lengths_of_the_public_benchmark() -> None:
    requests = nano().requests

    assert len(requests) == 256
    assert sum(len(ask["prompt"]) for ask in requests) == 142_827
    assert sum(ask["max_tokens"] for ask in requests) == 133_966


def test_the_outputs_of_tail_have_a_long_tail() -> None:
    lengths = sorted(ask["max_tokens"] for ask in tail().requests)

    assert 50 < lengths[128] < 80
    assert lengths[0] == 8
    assert lengths[-1] > 10 * lengths[128]


def test_the_prompts_of_shared_begin_alike() -> None:
    prompts = [ask["prompt"] for ask in shared().requests]

    assert {tuple(prompt[:SYSTEM]) for prompt in prompts} == {tuple(prompts[0][:SYSTEM])}
    assert len({tuple(prompt) for prompt in prompts}) == 100


def test_tight_preempts_and_the_others_do_not() -> None:
    lost = {name: known(name)["scheduler"].score.preemptions for name in WORKLOADS}

    assert lost["tight"] > 50
    assert lost | {"tight": 0} == dict.fromkeys(WORKLOADS, 0)
    assert tight().pages == known("tight")["scheduler"].score.peak_pages


@pytest.mark.parametrize("name", ALL)
def test_the_standings_on_file_are_those_that_are_measured(name: str) -> None:
    found = {who: standing.to_json() for who, standing in measured(name).items()}

    assert found == {who: standing.to_json() for who, standing in known(name).items()}


def test_continuous_batching_takes_at_most_half_the_steps_of_static_on_tail() -> None:
    standings = known("tail")

    assert standings["scheduler"].score.steps <= 0.5 * standings["static"].score.steps
    assert standings["scheduler"].speed >= 1.8 * standings["static"].speed


def test_a_prefix_cache_spares_shared_most_of_its_prefill() -> None:
    standings = known("shared")

    assert standings["budget"].score.prefill == 207_010
    assert standings["scheduler"].score.prefill == 13_010
    assert standings["scheduler"].score.hits == 97 * SYSTEM


def test_mixed_steps_shorten_the_gaps_at_no_loss_of_speed_on_tight() -> None:
    mixed, first = known("tight")["budget"], known("tight")["scheduler"]

    assert mixed.latency.itl[-1] <= 0.7 * first.latency.itl[-1]
    assert mixed.speed >= 1.02 * first.speed
