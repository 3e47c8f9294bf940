"""Hidden checks of the drill `preemption`: exact formulas, written a second time in Fractions.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `refusals.py`: what the contract refuses, `naming.py`: by which message; `costs.py` and
   `victims.py`: what must hold otherwise;
3. `machines.py`: GPUs and models;
4. `scenarios.py`: which scenarios are allowed; `draws.py`: random ones; `telling.py`: fixed ones;
   `nonsense.py`: fixed ones that are refused; `repeats.py`: fixed pairs;
5. `words.py`: what a person reads;
6. `rules.py`: one check a rule.
"""

from grader.properties.preemption.draws import SCENARIOS
from grader.properties.preemption.rules import RULES
from grader.properties.preemption.scenarios import is_valid
from grader.properties.preemption.shapes import Observation, Scenario
from grader.properties.preemption.telling import TELLING
from grader.properties.preemption.words import show

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "is_valid",
    "show",
]
