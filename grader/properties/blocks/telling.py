"""All fixed scenarios of the drill `blocks` in the order of play, by what they tell.

Left out: how one is written (`notation.py`).
"""

from grader import check
from grader.properties.blocks.chains import CHAINS
from grader.properties.blocks.decodes import DECODES
from grader.properties.blocks.hits import HITS
from grader.properties.blocks.ids import IDS
from grader.properties.blocks.refusals import REFUSALS

TELLING: dict[str, check.Scenario] = {**CHAINS, **IDS, **HITS, **DECODES, **REFUSALS}
