"""The first difference of a run from what the rules demand."""

from grader.properties.eviction.claims import Found
from grader.properties.eviction.life import follow_life
from grader.properties.eviction.shapes import Observation, Scenario
from grader.properties.eviction.walk import follow_tree


def examine(scenario: Scenario, seen: Observation) -> Found | None:
    """Return the first difference from what the rules demand, None when there is none.

    The run may refresh the lower half of a split or not, but the same way throughout: of the two
    readings, the one that explains more of the run is told.
    """
    follow = follow_life if scenario["pool"] else follow_tree
    upper = follow(scenario, seen, lower=False)
    lower = follow(scenario, seen, lower=True) if upper else None
    if upper is None or lower is None:
        return None
    return max(upper, lower, key=lambda found: found.at)
