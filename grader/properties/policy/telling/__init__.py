"""All fixed scenarios of the drill `policy` in the order of play, by what they tell.

Left out: the names of the wrong programs that they tell (`grader/mutants/policy`).
"""

from grader import check
from grader.properties.policy.telling.ages import AGES
from grader.properties.policy.telling.orders import ORDERS
from grader.properties.policy.telling.trees import TREES

TELLING: dict[str, check.Scenario] = {**ORDERS, **TREES, **AGES}
