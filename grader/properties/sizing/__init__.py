"""Hidden checks of the drill `sizing`: every answer against a formula written a second time.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `formulas.py`: what must be returned, and what is refused; `naming.py`: by which message;
3. `scenarios.py`: which scenarios are allowed, and random ones; `telling.py`: fixed ones;
   `nonsense.py`: fixed ones that are refused; `repeats.py`: ones that differ in one thing;
4. `words.py`: what a person reads;
5. `rules.py`: one check a rule.
"""

from grader.properties.sizing.rules import RULES
from grader.properties.sizing.scenarios import SCENARIOS, is_valid
from grader.properties.sizing.shapes import Observation, Scenario
from grader.properties.sizing.telling import TELLING
from grader.properties.sizing.words import show

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "is_valid",
    "show",
]
