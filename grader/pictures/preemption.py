"""The worked calls of the drill `preemption`, which the plain table shows as well as a picture."""

from grader.check import Scenario
from grader.plain import Plain


def _call(name: str, tokens: int, **named: Plain) -> Plain:
    return {"call": name, "tokens": tokens, "named": named}


def _victims(need_blocks: int) -> Plain:
    running: list[Plain] = [["A", 3, 0, 0], ["B", 2, 0, 1], ["C", 1, 0, 2]]
    return {
        "call": "victims",
        "running": running,
        "need_blocks": need_blocks,
        "policy": "fcfs",
    }


LESSON: Scenario = {
    "gpu": {"flops": 10**15, "mfu_percent": 50, "pcie": 50 * 10**9, "copy_ns": 0},
    "model": {
        "params": 8 * 10**9,
        "layers": 32,
        "heads": 32,
        "kv_heads": 8,
        "head_dim": 128,
        "kv_bytes": 2,
    },
    "calls": [
        _call("swap_seconds", 100, block_size=16),
        _call("swap_seconds", 100, block_size=16, shared_blocks=2),
        _call("recompute_seconds", 8192),
        _call("recompute_seconds", 8192, cached=4096),
        _victims(2),
        _victims(7),
    ],
}


def picture(_scenario: Scenario, _seen: Plain) -> None:
    """Leave the drawing to the plain table."""
