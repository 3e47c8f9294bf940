"""A sampled token depends on scores, seed, request and position; on nobody else in the batch."""

import torch

from gpu_checks.runner.sampler import Keyed, greedy, scramble


def test_greedy_takes_the_highest_score() -> None:
    scores = torch.tensor([[0.0, 3.0, 1.0], [2.0, -1.0, 1.0]])

    assert greedy(scores, torch.tensor([0, 1]), torch.tensor([9, 9])).tolist() == [1, 0]


def test_the_rest_of_the_batch_changes_no_draw() -> None:
    scores = torch.randn(6, 100, generator=torch.Generator().manual_seed(0))
    requests, positions = torch.arange(6), torch.arange(6) * 7
    sampler = Keyed(seed=3, temperature=1.0)

    together = sampler(scores, requests, positions)
    order = torch.tensor([4, 1, 0])
    apart = sampler(scores[order], requests[order], positions[order])

    assert apart.tolist() == together[order].tolist()


def test_seed_request_and_position_each_change_draws() -> None:
    flat = torch.zeros(64, 1000)
    requests, positions = torch.arange(64), torch.arange(64)
    base = Keyed(0, 1.0)(flat, requests, positions)

    for other in (
        Keyed(1, 1.0)(flat, requests, positions),
        Keyed(0, 1.0)(flat, requests + 64, positions),
        Keyed(0, 1.0)(flat, requests, positions + 64),
    ):
        assert (other != base).sum() > 55


def test_draws_follow_the_softmax() -> None:
    """Scores ln 1, ln 2, ln 5 at temperature 1: one, two and five in eight."""
    count = 4_000
    scores = torch.tensor([1.0, 2.0, 5.0]).log().expand(count, 3)

    drawn = Keyed(0, 1.0)(scores, torch.zeros(count, dtype=torch.int64), torch.arange(count))

    shares = torch.bincount(drawn, minlength=3) / count
    torch.testing.assert_close(shares, torch.tensor([1, 2, 5]) / 8, atol=0.03, rtol=0)


def test_a_low_temperature_is_greedy() -> None:
    scores = torch.randn(50, 100, generator=torch.Generator().manual_seed(0))
    number = torch.arange(50)

    assert Keyed(0, 1e-4)(scores, number, number).tolist() == scores.argmax(-1).tolist()


def test_scramble_is_the_murmur_finalizer() -> None:
    assert scramble(torch.tensor([0, 1, 0xFFFFFFFF])).tolist() == [0, 1_364_076_727, 2_180_083_513]
