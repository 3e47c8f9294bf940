"""Fixed scenarios about hits: false ones, used ones, free ones, and how many to take.

Left out: sequences that grow (`decodes.py`).
"""

from grader import check
from grader.properties.blocks.notation import case

HITS: dict[str, check.Scenario] = {
    "an equal hash of other tokens": case(2, 2, "A 12, B 211", "take A, run A, take B", "sum"),
    "an equal hash of other tokens, all the time": case(
        2, 2, "A 11, B 221", "take A, run A, take B", "same"
    ),
    "a collision takes the map entry": case(
        4, 1, "A 1, B 2, C 12", "take A, run A, take B, run B, free A, take C", "same"
    ),
    "a collision takes it, then it is free": case(
        2, 1, "A 1, B 2, C 1", "take A, run A, take B, run B, free A, take C, run C", "same"
    ),
    "a hit whose hash is 0": case(2, 2, "A 12, B 121", "take A, run A, take B", "sum"),
    "a reused block whose hash is 0": case(
        1, 2, "A 00, B 0", "take A, run A, free A, take B", "same"
    ),
    "a hit in use": case(2, 2, "A 11, B 111", "take A, run A, take B, free A, free B"),
    "a hit in use and room to spare": case(4, 2, "A 111, B 112", "take A, run A, take B, run B"),
    "two hits in use": case(4, 2, "A 11221, B 11222", "take A, run A, take B, free A, free B"),
    "two blocks in use of three": case(
        5, 2, "A 1122331, B 11223, C 11221", "take A, run A, take B, take C"
    ),
    "a free hit": case(2, 2, "A 11, B 111", "take A, run A, free A, take B, run B, free B"),
    "a free hit and no room": case(1, 2, "A 12, B 122", "take A, run A, free A, take B"),
    "a free hit that a new block must not take": case(
        3, 2, "A 11, B 2222, C 11122", "take A, run A, take B, free A, free B, take C"
    ),
    "two free hits": case(3, 2, "A 11221, B 11223", "take A, run A, free A, take B, free B"),
    "a hit in use, then a free one": case(
        4, 2, "A 11221, B 111, C 11221", "take A, run A, take B, free A, take C"
    ),
    "a reused block is forgotten": case(
        3, 2, "A 11, B 21212, C 111", "take A, run A, free A, take B, free B, take C"
    ),
    "a block reused by a decode is forgotten": case(
        2, 1, "A 1, B 2, C 12", "take A, run A, free A, take B, run B, grow B 2, free B, ask C"
    ),
    "a duplicate is reused": case(
        3, 2, "A 22, B 2, C 122, D 221",
        "take A, run A, take B, run B, free A, grow B 2, run B, take C, free C, take D",
    ),
    "the newest of two is reused": case(
        3, 2, "A 11, B 11, C 2, D 111",
        "take A, take B, run A, run B, free B, free A, take C, ask D, free C, take D",
    ),
    "the newest registration is hit": case(
        4, 2, "A 11, B 11, C 111", "take A, take B, run A, run B, take C"
    ),
    "the newest registration stays when the older one goes on": case(
        5, 2, "A 11, B 11, C 111", "take A, run A, take B, run B, grow A 2, run A, take C"
    ),
    "registered only when computed": case(2, 2, "A 11, C 111", "take A, run A 1, take C"),
    "the look-up ends at a miss": case(
        5, 2, "A 11223, B 112, D 9999, C 11225",
        "take A, take B, run A, run B, free B, take D, free D, take C",
    ),
    "the look-up ends at a miss with room": case(
        8, 2, "A 11223, B 112, D 999999999, C 11225",
        "take A, take B, run A, run B, free B, take D, ask C",
    ),
    "fewer hits than there are": case(
        4, 2, "A 11221, B 11222", "take A, run A, free A, take B 1, run B"
    ),
    "no hit although there is one": case(3, 2, "A 11, B 111", "take A, run A, take B 1, run B"),
    "fewer hits need more room": case(2, 2, "A 11, B 111", "take A, run A, take B 1"),
    "more hits than there are": case(4, 2, "A 11, B 111", "take A, run A, force B 2, force B 1"),
    "one hit where there is none": case(4, 2, "A 111", "force A 1, take A"),
    "fewer than no hits": case(2, 2, "A 11", "force A -1, take A"),
    "allocated twice": case(3, 2, "A 1", "take A, force A, run A, force A"),
    "asked before it was computed": case(3, 2, "A 11, B 111", "take A, ask B, run A, force B 1"),
    "asked before it was reused": case(
        3, 2, "A 11, B 111, C 22222", "take A, run A, free A, ask B, take C, free C, force B 1"
    ),
}  # fmt: skip
