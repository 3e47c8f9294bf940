"""Hidden checks of the drill `overlap`: plan the next batch while the last one is on the GPU.

The rules leave one trace, so events are compared with the reference's one by one, and the first
difference is laid at the door of the rule that decides it. R6 and R7 need no reference: plain
synchronous generation, and counting.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `scenarios.py`: which scenarios are allowed; `draws.py` random ones, `telling.py` fixed ones;
3. `events.py`: the events of a trace; `words.py`: how a person reads them;
4. `replay.py`: what is known after some events; `claims.py`: which rule the next one breaks;
5. `parting.py`: the first difference; `rows.py`: what a person reads of it;
6. `demands.py`: what must hold without asking the reference;
7. `rules.py`: one check a rule.
"""

from grader.properties.overlap.draws import SCENARIOS
from grader.properties.overlap.rules import RULES
from grader.properties.overlap.scenarios import is_valid
from grader.properties.overlap.shapes import Observation, Scenario
from grader.properties.overlap.telling import TELLING
from grader.properties.overlap.words import show

__all__ = ["RULES", "SCENARIOS", "TELLING", "Observation", "Scenario", "is_valid", "show"]
