"""Honest habits leave a right program right, whatever they write into classes and modules."""

import pytest

from grader.catalogue import find, names
from grader.judge import judge

POKES = """
import copy, inspect, typing, warnings

def _poked(function):
    def call(*arguments, **named):
        for value in (*arguments, *named.values()):
            some = list(value)[:3] if isinstance(value, (list, tuple)) else [value]
            for use in (copy.copy, typing.get_type_hints, inspect.get_annotations):
                for one in (value, *some):
                    for thing in (one, type(one)):
                        try:
                            use(thing)
                        except Exception:
                            pass
        for level in (1, 2, 3):
            warnings.warn("noticed", stacklevel=level)
        return function(*arguments, **named)
    return call

for _path in PATHS:
    *_of, _name = _path.split(".")
    _place = globals()[_of[0]] if _of else None
    if _place is None:
        globals()[_name] = _poked(globals()[_name])
    elif _name != "__init__":
        setattr(_place, _name, _poked(getattr(_place, _name)))
"""


@pytest.mark.parametrize("name", names())
def test_copies_annotations_and_warnings_leave_a_right_program_right(name: str) -> None:
    drill = find(name)
    paths = [signature.name for signature in drill.signatures]
    answer = drill.reference.read_text(encoding="utf-8")

    report = judge(
        drill, f"{answer}\nPATHS = {paths!r}\n{POKES}", seed=3, scenarios=40, fixed=False
    )

    assert report.problem is None
    assert report.status == "passed"
    assert "noticed" in report.output


def test_what_a_drill_hands_out_can_be_pickled() -> None:
    drill = find("policy")
    answer = drill.reference.read_text(encoding="utf-8")
    line = "    _refuse_bad_arguments(waiting, policy,"
    pickled = "    import pickle\n    waiting = pickle.loads(pickle.dumps(waiting))\n"
    assert answer.count(line) == 1

    source = answer.replace(line, pickled + line)
    report = judge(drill, source, seed=3, scenarios=40, fixed=False)

    assert report.status == "passed"


def test_a_factory_may_stand_in_the_place_of_a_class() -> None:
    drill = find("budget")
    answer = drill.reference.read_text(encoding="utf-8")
    source = answer.replace("class BudgetScheduler", "class _Made", 1)
    source += "\n\ndef BudgetScheduler(**sizes):\n    return _Made(**sizes)\n"

    report = judge(drill, source, seed=3, scenarios=40, fixed=False)

    assert report.status == "passed"


def test_thirty_two_threads_are_not_too_many() -> None:
    drill = find("sizing")
    answer = drill.reference.read_text(encoding="utf-8")
    busy = """
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

_meet = Barrier(32)
with ThreadPoolExecutor(32) as _pool:
    assert sorted(_pool.map(lambda n: _meet.wait() and n or n, range(32))) == [*range(32)]
"""

    report = judge(drill, answer + busy, seed=3, scenarios=40, fixed=False)

    assert report.status == "passed"


HABITS = {  # drill -> what is written behind its answer
    "batching": """
import tracemalloc
tracemalloc.start()
_continuous = simulate_continuous
def simulate_continuous(out_lens, batch_size):
    tracemalloc.get_object_traceback(out_lens)
    assert tracemalloc.is_tracing()
    return _continuous(out_lens, batch_size)
""",
    "policy": """
import copy, dataclasses, pickle
_order, _heads = order, set()
def order(waiting, match, **named):
    _heads.update(request.tokens[:8] for request in waiting)
    for request in waiting[:1]:
        dataclasses.asdict(request)
        pickle.dumps(request.tokens[:1])
    return _order(copy.deepcopy(list(waiting)), match, **named)
""",
    "radix": """
import copy, pickle
_match, _pages = RadixTree.match_prefix, {}
def _kept(self, tokens):
    _pages.setdefault(tuple(tokens[:1]), copy.copy(tokens[:1]))
    pickle.dumps(list(tokens[:1]))
    return _match(self, tokens)
RadixTree.match_prefix = _kept
""",
    "eviction": """
import copy, pickle
_evict = RadixTree.evict
def _seen(self, num_tokens):
    pickle.dumps(copy.deepcopy([child.last_access for child in self.root.children.values()][:3]))
    return _evict(self, num_tokens)
RadixTree.evict = _seen
""",
    "scheduler": """
class _Batch(list):
    __hash__ = list.__hash__
    def __eq__(self, other):
        return self is other
_schedule = Scheduler.schedule
def _batched(self):
    batch, is_prefill = _schedule(self)
    return _Batch(batch), is_prefill
Scheduler.schedule = _batched
""",
    "budget": """
from types import SimpleNamespace
class _Token(int):
    pass
_step, _update = BudgetScheduler.step, BudgetScheduler.update
def _listed(self):
    plan = _step(self)
    lists = {name: list(getattr(plan, name)) for name in ("sample", "admitted", "preempted")}
    self.last = plan
    return SimpleNamespace(tokens=plan.tokens, free=plan.free, **lists)
def _own(self, plan, sampled):
    return _update(self, self.last if plan.tokens is self.last.tokens else plan,
                   {rid: _Token(token) for rid, token in sampled.items()})
BudgetScheduler.step, BudgetScheduler.update = _listed, _own
""",
    "overlap": """
_run = run_overlap
def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    assert model.__name__
    return _run(requests, token_budget=token_budget, max_seqs=max_seqs, depth=depth, eos=eos,
                model=model)
""",
}


@pytest.mark.parametrize("name", HABITS)
def test_an_honest_habit_leaves_a_right_program_right(name: str) -> None:
    drill = find(name)
    answer = drill.reference.read_text(encoding="utf-8")

    report = judge(drill, answer + HABITS[name], seed=3)

    assert report.problem is None
    assert [rule.id for rule in report.rules if rule.status == "failed"] == []
    assert report.status == "passed"
