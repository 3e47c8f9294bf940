"""Hidden checks of the drill `blocks`.

A run is compared with the reference step by step; the first step that differs is claimed by the one
rule that it breaks. Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `ledger.py`, then `operations.py`: the pool by the rules, without the reference;
3. `scenarios.py`: which scenarios are allowed, and random ones;
4. `notation.py`, then `chains.py`, `ids.py`, `hits.py`, `decodes.py`, `refusals.py`: fixed ones;
   `telling.py` joins them;
5. `parting.py`: the first step that differs, then `claims.py`: which rule it breaks;
6. `words.py`, `picture.py` and `rows.py`: what a person reads of it;
7. `rules.py`: one check a rule.
"""

from grader.properties.blocks.rules import RULES
from grader.properties.blocks.scenarios import SCENARIOS, is_valid, seconds
from grader.properties.blocks.shapes import Observation, Scenario
from grader.properties.blocks.telling import TELLING
from grader.properties.blocks.words import show

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
