"""The messages between engine and worker: one each way a step.

The first message is an `Opening`, every other a `Sampled`, the last an `Ending`. A turn takes in
what was sampled and plans the next step. Requests are numbered 0, 1, ... in order of arrival.
"""

from typing import TypedDict

from grader.plain import Plain


class Ask(TypedDict):
    """One request of a workload."""

    prompt: list[int]
    max_tokens: int
    ignore_eos: bool
    at: int  # steps before it arrives


class Opening(TypedDict):
    """The first message: the machine, and all requests."""

    pages: int
    page_size: int
    budget: int  # tokens a prefill or mixed step may compute
    max_seqs: int
    eos: int  # -1: none
    caching: bool  # whether the scheduler gets a block manager that caches prefixes
    blocks: str  # source of the learner's own block manager, or ""
    requests: list[Ask]


class Trouble(TypedDict):
    """Why the play cannot go on: "schedule()", "ValueError: no room", line 31."""

    where: str
    what: str
    line: int


class Turn(TypedDict):
    """What came of the last step, and the plan of the next; of ints unless it says otherwise."""

    lengths: list[int]  # tokens of each live request, in order of arrival, after the last step
    last: list[int]  # last token of each row of the last step
    finished: list[int]  # requests that ended with the last step
    kind: str  # "prefill", "decode" or "mixed"
    rows: list[int]  # request of each row; -1: a stranger
    starts: list[int]  # tokens whose KV exists, by the learner's own count
    counts: list[int]  # tokens to compute
    tables: list[list[int]]  # [request, entries kept, new entries ...] for each table that changed
    free: int  # pages that nobody holds
    trouble: Trouble | None


class Ending(TypedDict):
    """What is left when all is done."""

    outputs: list[list[int]]  # completions of each request
    free: list[int]  # ids of the free pages; without ids, one -1 for each
    held: list[int]  # requests that still hold pages
    queued: list[int]  # entries of waiting and running
    trouble: Trouble | None


def blank_turn() -> Turn:
    """Return a turn in which nothing happened."""
    return {
        "lengths": [],
        "last": [],
        "finished": [],
        "kind": "",
        "rows": [],
        "starts": [],
        "counts": [],
        "tables": [],
        "free": 0,
        "trouble": None,
    }


def trouble(where: str, failed: dict[str, Plain]) -> Trouble:
    """Return what `grader.plain.failure` noted about an exception, as a Trouble."""
    what = f"{failed['raised']}: {failed['says']}" if failed["says"] else str(failed["raised"])
    line = failed["line"]
    return {"where": where, "what": what, "line": line if type(line) is int else 0}
