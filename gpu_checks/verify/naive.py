"""An engine that believes everything: what a real one would do with a wrong scheduler.

It takes token ids, positions and tables from the learner's own objects, samples after every row and
checks nothing. Held beside the layers it tells which faults they let through. Runs in this process:
for programs of ours only.
"""

from typing import Any

from gpu_checks.adapter.session import Local
from gpu_checks.adapter.turn import Turn
from gpu_checks.protocol import Row, Runner
from gpu_checks.workload import Workload

STEPS = 400  # of a small workload; whoever needs more does not end


def outputs(session: Local, runner: Runner, workload: Workload) -> list[list[int]] | str:
    """Return the completions as the learner's objects hold them, or why there are none."""
    runner.reset()
    try:
        turn = session.open(workload.opening())
        for _ in range(STEPS):
            play: Any = session.driver.PLAYS[0]
            if turn["trouble"]:
                return turn["trouble"]["what"]
            if not turn["rows"] and not play.live and not play.coming:
                return session.end()["outputs"]
            turn = session.step(runner.step(_rows(play, turn)))
    except (IndexError, ValueError, KeyError) as error:  # rows that no model could compute
        return f"{type(error).__name__}: {error}"
    return f"no end after {STEPS} steps"


def _rows(play: Any, turn: Turn) -> list[Row]:
    rows: list[Row] = []
    for number, start, count in zip(turn["rows"], turn["starts"], turn["counts"], strict=True):
        table = tuple(play.tables.told.get(number, ()))
        tokens = tuple(play.tokens(number)[start : start + count])
        if not tokens:
            raise ValueError(f"request {number} has no token at {start}")
        rows.append(Row(number, tokens, start, table, True))
    return rows
