"""Which rule a wrong answer of schedule() breaks: another kind of step, other members or counts.

Left out: a right answer that left a wrong state behind (`states.py`).
"""

from grader.properties.scheduler.parting import Parting, preempted_between


def kind_rule(at: Parting) -> str:
    """Return the rule broken by a step of the wrong kind: prefill, decode or empty."""
    must, got = at.must, at.got
    if not must["batch"]:
        return "R15"
    if must["kind"] == "prefill":
        return "R2" if got["kind"] == "prefill" else _no_prefill_rule(at)
    if got["batch"] and set(got["batch"]) <= set(at.before["waiting"]):
        return "R5" if _is_short_of_blocks(at) else "R2"
    if got["kind"] == "prefill":
        return "R1"
    return preempt_rule(at) or ("R8" if at.preempted else "R7")


def _is_short_of_blocks(at: Parting) -> bool:
    """Return whether the learner's batch holds blocks, but not for whole sequences."""
    size, tables = at.scenario["block_size"], at.planned[1]["tables"]
    pairs = ((at.before["tokens"][at.seats[n]], tables[at.seats[n]]) for n in at.got["batch"])
    return any(0 < held < -(-tokens // size) for tokens, held in pairs)


def _no_prefill_rule(at: Parting) -> str:
    """A prefill is due and the learner's step is none; the likeliest reason comes first."""
    first = at.must["batch"][0]
    if at.before["tables"][at.seats[first]]:
        return "R5"
    if at.must["scheduled"][0] < _left(at, first):
        return "R4"
    if len(at.before["running"]) >= at.scenario["max_num_seqs"]:
        return "R3"
    return "R3" if at.must["scheduled"][0] == at.scenario["budget"] else "R1"


def _left(at: Parting, name: str) -> int:
    seat = at.seats[name]
    return at.before["tokens"][seat] - at.before["cached"][seat]


def prefill_rule(at: Parting) -> str:
    """Return the rule broken by a prefill that is not the one due."""
    must, got = at.must, at.got
    right = list(zip(must["batch"], must["scheduled"], strict=False))
    theirs = list(zip(got["batch"], got["scheduled"], strict=False))
    index = 0
    while right[index : index + 1] == theirs[index : index + 1]:
        index += 1
    rest = got["batch"][index:]
    if set(rest) & {*got["batch"][:index], *at.before["running"]}:
        return "R1"
    over = sum(got["scheduled"]) > at.scenario["budget"]
    if over or len(theirs) > at.scenario["max_num_seqs"]:
        return "R3"
    return _entry_rule(at, index, *theirs[index]) if rest else _stopped_rule(at, index)


def _entry_rule(at: Parting, index: int, name: str, count: int) -> str:
    """Both limits are kept, but this entry of the learner's batch is wrong."""
    if at.before["waiting"][index : index + 1] != [name]:
        return "R2"
    if index == len(at.must["batch"]):
        return "R4" if count < _left(at, name) else "R2"
    return _count_rule(at, index, count)


def _stopped_rule(at: Parting, index: int) -> str:
    """The learner's batch ends before this entry of the right one."""
    limit = at.scenario["max_num_seqs"]
    exact = sum(at.must["scheduled"][: index + 1]) == at.scenario["budget"]
    if exact or index + 1 == limit or len(at.before["running"]) + index >= limit:
        return "R3"
    return "R2"


def _count_rule(at: Parting, index: int, count: int) -> str:
    """The right sequence, with a wrong number of tokens."""
    name = at.must["batch"][index]
    seat = at.seats[name]
    prompt = at.prompts[seat]
    preempted = at.before["tokens"][seat] > prompt
    if at.before["tables"][seat] and not preempted:
        return "R5"
    room = at.scenario["budget"] - sum(at.must["scheduled"][:index])
    if preempted and (at.before["tables"][seat] or count == min(prompt, room)):
        return "R9"
    return "R4" if count < at.must["scheduled"][index] else "R5"


def decode_rule(at: Parting) -> str:
    """Return the rule broken by a decode that is not the one due."""
    if rule := preempt_rule(at):
        return rule
    return "R8" if set(at.got["batch"]) & set(at.planned[1]["waiting"]) else "R7"


def preempt_rule(at: Parting) -> str | None:
    """Return the rule broken by whom the learner's code preempted, if any."""
    _, got = at.planned
    gone = preempted_between(at.before, got)
    if any(got["tables"][at.seats[name]] for name in gone - set(at.got["batch"])):
        return "R9"
    kept = at.preempted & set(got["running"])
    return "R8" if gone - at.preempted or kept - gone else None
