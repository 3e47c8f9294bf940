"""A right scheduler is never called wrong, however it orders its work."""

from dataclasses import replace

import pytest

from gpu_checks.adapter.session import Local, candidate
from gpu_checks.alone import alone
from gpu_checks.course import Course
from gpu_checks.engine import run
from gpu_checks.fingerprint import VOCAB, ListRunner
from gpu_checks.verify.policies import Policy, policies
from gpu_checks.verify.small import fitted, small
from gpu_checks.verify.study import right_programs, study
from gpu_checks.workload import Workload

WORKLOADS = 40


def play(policy: Policy, workload: Workload) -> Course:
    session = Local(policy.program.drill, candidate(policy.program.drill, policy.program.scheduler))
    return run(session, ListRunner(workload.pages, workload.page_size), workload)


@pytest.mark.parametrize("policy", policies(), ids=lambda policy: policy.name)
def test_nothing_is_found_and_the_tokens_are_those_of_running_alone(policy: Policy) -> None:
    chunks = preemptions = hits = 0

    for seed in range(WORKLOADS):
        workload = fitted(small(seed, VOCAB, policy.caching), policy.program.drill)
        course = play(policy, workload)
        assert course.is_whole, (seed, course.problem, course.violations)
        assert course.outputs == alone(ListRunner(64, workload.page_size), workload)
        pieces = [piece for step in course.steps for piece in step.pieces]
        chunks += sum(not piece.sampled for piece in pieces)
        preemptions += sum(len(step.preempted) for step in course.steps)
        hits += sum(sum(step.hits.values()) for step in course.steps)

    assert chunks > 0
    assert preemptions > 0
    assert (hits > 0) == policy.caching


def test_sharing_inside_one_step_happens_and_is_legal() -> None:
    early = policies()[-1]
    shared = 0

    for seed in range(WORKLOADS):
        workload = replace(small(seed, VOCAB), budget=64, pages=64, max_seqs=8)
        course = play(early, workload)
        assert course.is_whole, (seed, course.violations)
        shared += sum(step.hits[n] for step in course.steps[:1] for n in step.hits)

    assert shared > 0


def test_the_right_programs_of_the_drills_are_never_flagged() -> None:
    tally = study(right_programs(), [small(seed, VOCAB) for seed in (0, 2, 8)], ListRunner)

    assert tally.runs > 60
    assert (tally.wrong, tally.layers) == (0, {})
