"""Hidden checks of the drill `policy`: orders of a waiting queue, none taken from the reference.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like; `words.py` and
   `pictures.py`: how a person reads them;
2. level 1: `orders.py`, what must hold, then `claims.py`, which rule an order breaks;
3. level 2: `trees.py`; level 3: `queues.py`;
4. `ordering.py`, `costs.py`, `weighing.py` and `ageing.py`: one check a rule; `rules.py` lists
   them in order;
5. `scenarios.py`: which scenarios are allowed;
6. `draws.py`: random ones; `notation.py`, then `telling/`: fixed ones.
"""

from grader.properties.policy.draws import SCENARIOS
from grader.properties.policy.pictures import show
from grader.properties.policy.rules import RULES
from grader.properties.policy.scenarios import is_valid, part, seconds
from grader.properties.policy.shapes import Observation, Scenario
from grader.properties.policy.telling import TELLING

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "is_valid",
    "part",
    "seconds",
    "show",
]
