"""Hidden checks of the drill `batching`.

What must hold in a long scenario is known in closed form, so those checks need no reference.

Read in this order:

    shapes     what a scenario and an observation look like
    scenarios  which scenarios are valid, and random ones
    telling    fixed scenarios, each by what it tells
    rules      one check a rule
    demands    what must hold without asking the reference
    made       long scenarios, whose answers are known in closed form
    answers    what the learner's code answered, taken apart
    rows       where two answers part, beyond the call itself
    words      calls and answers in words
"""

from grader.properties.batching.demands import known
from grader.properties.batching.rules import RULES
from grader.properties.batching.scenarios import SCENARIOS, is_valid, seconds
from grader.properties.batching.shapes import Observation, Scenario
from grader.properties.batching.telling import TELLING
from grader.properties.batching.words import show

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "is_valid",
    "known",
    "seconds",
    "show",
]
