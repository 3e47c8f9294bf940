"""Who has to go, taken one by one.

Left out: what it costs them (`costs.py`).
"""

from typing import cast

from grader.properties.preemption.shapes import Call


def victims_of(call: Call) -> list[str]:
    """Return the victims, taken one by one."""
    left = [cast("tuple[str, int, int, int]", tuple(entry)) for entry in call.get("running", [])]
    need, taken = call.get("need_blocks", 1), list[str]()
    if sum(entry[1] for entry in left) < need:
        return []
    while need > 0:
        best = len(left) - 1
        if call.get("policy") == "priority":
            best = max(range(len(left)), key=lambda index: left[index][2:])
        rid, private, _, _ = left.pop(best)
        taken.append(rid)
        need -= private
    return taken
