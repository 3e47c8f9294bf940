"""What each request generates alone: the truth that the exact models are held to.

Every request gets pages of its own and is never preempted, cut or shared; so many may run side by
side, which changes nothing for a model whose answers do not depend on its batch.
"""

from collections.abc import Sequence

from gpu_checks.adapter.turn import Ask
from gpu_checks.protocol import Row, Runner
from gpu_checks.workload import Workload


def alone(runner: Runner, workload: Workload) -> list[list[int]]:
    """Return the completions of every request, run alone on `runner`; its KV is lost."""
    runner.reset()
    outputs: list[list[int]] = [[] for _ in workload.requests]
    size = runner.page_size
    group: list[int] = []
    used = 0  # pages
    for number, ask in enumerate(workload.requests):
        pages = _pages(ask, size)
        if group and (used + pages > runner.pages or len(group) == workload.max_rows):
            _play(runner, workload, group, outputs)
            group, used = [], 0
        group.append(number)
        used += pages
    if group:
        _play(runner, workload, group, outputs)
    return outputs


def _pages(ask: Ask, size: int) -> int:
    return -(-(len(ask["prompt"]) + ask["max_tokens"] - 1) // size)


def _play(
    runner: Runner, workload: Workload, group: Sequence[int], outputs: list[list[int]]
) -> None:
    tables: dict[int, tuple[int, ...]] = {}
    first = 0
    for number in group:
        pages = _pages(workload.requests[number], runner.page_size)
        tables[number] = tuple(range(first, first + pages))
        first += pages
    for number in group:  # prompts one by one: nothing that a step limits is exceeded
        prompt = tuple(workload.requests[number]["prompt"])
        outputs[number] += _fed(runner, number, prompt, tables[number], workload.budget)
    left = [number for number in group if not _is_over(workload, number, outputs[number])]
    while left:
        rows: list[Row] = []
        for number in left:
            out = outputs[number]
            start = len(workload.requests[number]["prompt"]) + len(out) - 1
            rows.append(Row(number, (out[-1],), start, tables[number], True))
        for number, token in zip(left, runner.step(rows), strict=True):
            outputs[number].append(token)
        left = [number for number in left if not _is_over(workload, number, outputs[number])]


def _fed(
    runner: Runner, number: int, prompt: tuple[int, ...], table: tuple[int, ...], budget: int
) -> list[int]:
    """Return the token after the prompt, fed in pieces that a step may hold."""
    answer: list[int] = []
    for start in range(0, len(prompt), budget):
        piece = prompt[start : start + budget]
        last = start + len(piece) == len(prompt)
        answer = runner.step([Row(number, piece, start, table, last)])
    return answer


def _is_over(workload: Workload, number: int, output: Sequence[int]) -> bool:
    ask = workload.requests[number]
    ended = not ask["ignore_eos"] and output[-1] == workload.eos
    return ended or len(output) == ask["max_tokens"]
