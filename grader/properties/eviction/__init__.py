"""Hidden checks of the drill `eviction`.

A run is followed by a model that is no radix tree: a plain table of cached prefixes, in which locks
are a list of prefixes and everything else is looked up anew each time. Where a run differs first,
the one rule claims it that this difference breaks. Whether a split refreshes its lower half is
free, and which of two equally old leaves goes: the model follows what the run chose. Times are not
compared, only what they decide. A run that equals the reference's is taken as held.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `model.py`, then `pool.py` for level 2: the tree and the slots by the rules;
3. `scenarios.py`: which scenarios there are; `draws.py` random ones, `telling.py` fixed ones;
4. `claims.py`, then `walk.py`, `freed.py` and `state.py`: following a run on the tree alone;
5. `life.py` and `owners.py`: following a run of level 2; `examine.py`: the first difference;
6. `words.py` and `rows.py`: what a person reads of it;
7. `rules.py`: one check a rule.
"""

from grader.properties.eviction.draws import SCENARIOS
from grader.properties.eviction.examine import examine
from grader.properties.eviction.owners import lost_or_shared
from grader.properties.eviction.rules import RULES
from grader.properties.eviction.scenarios import is_valid, part, seconds
from grader.properties.eviction.shapes import Observation, Scenario
from grader.properties.eviction.telling import TELLING
from grader.properties.eviction.words import show

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "examine",
    "is_valid",
    "lost_or_shared",
    "part",
    "seconds",
    "show",
]
