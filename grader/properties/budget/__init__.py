"""Hidden checks of the drill `budget`: one token budget for prefill chunks and decodes.

The rules leave one plan for every step, so a trace is compared with the reference's, step by step;
the first difference is laid at the door of the rule that decides it. R7 and R8 are looked at a
second time on their own: they are true or false of a trace without knowing the right one.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `scenarios.py`: which scenarios are allowed;
3. `notation.py`, then `draws.py`: random ones, and `telling.py`: fixed ones;
4. `moments.py`: what a step is decided on; `words.py`: how a person reads it;
5. `claims.py`, then `plans.py`, `states.py` and `updates.py`: which rule a difference breaks;
6. `parting.py`: the first difference; `rows.py`: what a person reads of it;
7. `demands.py`: what must hold without asking the reference;
8. `rules.py`: one check a rule.
"""

from grader.properties.budget.draws import SCENARIOS
from grader.properties.budget.rules import RULES
from grader.properties.budget.scenarios import is_valid, seconds
from grader.properties.budget.shapes import Observation, Scenario
from grader.properties.budget.telling import TELLING
from grader.properties.budget.words import show

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "is_valid",
    "seconds",
    "show",
]
