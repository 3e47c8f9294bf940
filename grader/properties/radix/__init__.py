"""Hidden checks of the drill `radix`.

A run is compared with the reference call by call; the first call that differs is claimed by the one
rule that it breaks. What must hold under the other rule on recency that systems use, where the
lower half of a split is refreshed as well, is told by a `Trie`: a tree without edge compression, a
node a page, which gets the same answers in another way. Left out: which object survives a split.

Read the files in this order:

1. `shapes.py`: what a scenario and an observation look like;
2. `trie.py`: the tree by the rules, without the reference;
3. `scenarios.py`: which scenarios are allowed; `draws.py` random ones, `telling.py` fixed ones;
4. `nodes.py` and `pairs.py`: a tree as it was seen, and a call as it must be and as it was;
5. `steps.py` and `trees.py`: what can differ; `blame.py`: the first call that does, and its rule;
6. `words.py`, `picture.py`, `show.py` and `rows.py`: what a person reads of it;
7. `rules.py`: one check a rule.
"""

from grader.properties.radix.draws import SCENARIOS
from grader.properties.radix.nodes import nodes_of
from grader.properties.radix.picture import draw
from grader.properties.radix.rules import RULES
from grader.properties.radix.scenarios import is_valid, seconds
from grader.properties.radix.shapes import Observation, Scenario, Step, Tree
from grader.properties.radix.show import show
from grader.properties.radix.telling import TELLING
from grader.properties.radix.trie import predict

__all__ = [
    "RULES",
    "SCENARIOS",
    "TELLING",
    "Observation",
    "Scenario",
    "Step",
    "Tree",
    "draw",
    "is_valid",
    "nodes_of",
    "predict",
    "seconds",
    "show",
]
