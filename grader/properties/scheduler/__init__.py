"""Hidden checks of the drill `scheduler`.

Two traces of the same workload are compared step by step; up to the first difference both
schedulers stood in the same state, so the difference says what was done wrong there, and exactly
one rule claims it. The rules leave one answer, except for which block ids are used, and those are
not compared: the driver's model sees what matters of them.

Read in this order:

    shapes      what a scenario and an observation look like
    scenarios   which scenarios are valid, and random ones
    notation    how a fixed scenario is written short
    telling     fixed scenarios, each by what it tells
    rules       one check a rule
    stakes      which rules a workload puts to the test
    parting     where two plays part
    claims      which rule that breaks: the way through one step
    batches     the same, when schedule() answered wrong
    states      the same, when a state is wrong behind a right answer
    comparison  in what two states differ
    words       a workload and a step in words
    facets      what differs besides the batch, in words
    rows        the table that a person reads
"""

from grader.properties.scheduler.rules import RULES
from grader.properties.scheduler.scenarios import SCENARIOS, is_valid, seconds
from grader.properties.scheduler.shapes import Observation, Scenario
from grader.properties.scheduler.telling import TELLING
from grader.properties.scheduler.words import show

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
