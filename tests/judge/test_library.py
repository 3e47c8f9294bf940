"""What the standard library writes into classes and modules by itself is no offence."""

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
