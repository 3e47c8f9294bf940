"""Figures are what their definitions say, on numbers small enough to do by hand."""

import pytest

from gpu_checks.bench.latency import latency, percentiles
from gpu_checks.bench.schedule import QWEN_ON_L4, roofline, score
from gpu_checks.bench.wall import compare, measure
from gpu_checks.course import Course, Piece, Problem, Step
from gpu_checks.verify.life import Life
from gpu_checks.workload import Workload


def course() -> Course:
    """Two requests: A is prefilled in two chunks, then decodes once; B comes a step later."""
    steps = [
        Step(1, "prefill", [Piece(0, 0, 4, False)], arrived=[0], used=1),
        Step(2, "prefill", [Piece(0, 4, 2, True), Piece(1, 0, 3, True)], arrived=[1], used=3),
        Step(3, "decode", [Piece(0, 6, 1, True, True)], used=3),
    ]
    lives = [Life(0, 6, 2, ignore_eos=True, at=0), Life(1, 3, 1, ignore_eos=True, at=1)]
    return Course(Workload("by hand", 4, 4, 8, 2, ()), lives, steps)


def test_counts_of_a_schedule() -> None:
    found = score(course())

    assert (found.steps, found.output, found.prefill, found.peak_pages) == (3, 3, 9, 3)
    assert found.mean_batch == pytest.approx(4 / 3)
    assert found.utilisation == pytest.approx(4 / 6)


def test_latencies_of_a_schedule() -> None:
    found = latency(course(), [1.0, 3.0, 3.5])

    assert found.ttft == (2.0, 3.0, 3.0)  # A waits 3 s, B, who came at 1 s, waits 2
    assert found.itl == (0.5, 0.5, 0.5)
    assert found.tpot == (0.5, 0.5, 0.5)
    assert found.e2e == (2.0, 3.5, 3.5)


def test_percentiles_by_nearest_rank() -> None:
    assert percentiles(range(1, 11)) == (5, 9, 10)
    assert percentiles([]) == (0.0, 0.0, 0.0)


def test_a_step_takes_what_the_slower_of_memory_and_arithmetic_takes() -> None:
    one = Step(1, "decode", [Piece(0, 999, 1, True, True)])
    many = Step(1, "prefill", [Piece(0, 0, 8_192, True)])

    read = (1.19e9 + 1_000 * 114_688) / 300e9
    assert roofline(one, QWEN_ON_L4, host=0.0) == pytest.approx(read)
    assert roofline(many, QWEN_ON_L4, host=0.0) == pytest.approx(8_192 * 1.19e9 / 121e12)


def test_the_clock_compares_neighbours_and_knows_noise() -> None:
    wall = compare([99.0, 98.0], [100.0, 98.0])

    assert wall.ratio == pytest.approx(0.995)
    assert wall.spread == (0.99, 1.0)
    assert wall.noise == pytest.approx(0.02)
    assert not wall.is_noisy
    assert compare([1.0, 1.0], [1.0, 0.96]).is_noisy


def test_runs_are_timed_in_the_order_r_l_l_r() -> None:
    order: list[str] = []

    def play(kind: str) -> Course:
        order.append(kind)
        done = course()
        for life in done.lives:
            life.finished = True
        for step in done.steps:
            step.end = float(step.number)
        return done

    wall = measure(lambda: play("L"), lambda: play("R"))

    assert "".join(order) == "RL" + 3 * "RLLR"
    assert wall is not None
    assert wall.ratio == 1.0


def test_a_run_that_does_not_end_is_not_timed() -> None:
    broken = course()
    broken.problem = Problem("time", "no answer")

    assert measure(lambda: broken, lambda: broken) is None
