"""The checks of the drill `policy`, one a rule, in order.

Left out: the checks themselves (`ordering.py`, `costs.py`, `weighing.py`, `ageing.py`).
"""

from grader.check import Check
from grader.properties.policy.ageing import (
    age_is_added_to_the_match,
    everybody_is_served_within_the_bound,
    no_bound_without_age,
)
from grader.properties.policy.costs import looks_grow_with_the_tokens
from grader.properties.policy.ordering import (
    fcfs_keeps_the_order,
    more_than_limit_are_not_sorted,
    nobody_is_lost_or_doubled,
    nonsense_is_refused,
    the_longest_match_goes_first,
    the_second_of_a_cold_group_waits,
)
from grader.properties.policy.weighing import (
    a_weight_counts_everybody_below,
    the_heaviest_child_goes_first,
)

RULES: dict[str, Check] = {
    "R1": fcfs_keeps_the_order,
    "R2": the_longest_match_goes_first,
    "R3": more_than_limit_are_not_sorted,
    "R4": the_second_of_a_cold_group_waits,
    "R5": nobody_is_lost_or_doubled,
    "R6": nonsense_is_refused,
    "R7": looks_grow_with_the_tokens,
    "R8": a_weight_counts_everybody_below,
    "R9": the_heaviest_child_goes_first,
    "R10": age_is_added_to_the_match,
    "R11": everybody_is_served_within_the_bound,
    "R12": no_bound_without_age,
}
