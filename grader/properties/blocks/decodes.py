"""Fixed scenarios about sequences that grow or share for long, and what real engines got wrong.

Left out: the names of the wrong programs that they tell (`grader/mutants/blocks`).
"""

from grader import check
from grader.properties.blocks.notation import case, crowd, long, overwritten

DECODES: dict[str, check.Scenario] = {
    "a decode inside the block": case(1, 2, "A 1", "take A, run A, grow A 1, run A"),
    "a decode needs a block": case(2, 2, "A 11", "take A, run A, grow A 1, run A"),
    "a decode finds no block": case(1, 2, "A 11", "take A, run A, grow A 1, free A"),
    "a decode waits for a block": case(
        2, 2, "A 11, B 1", "take A, run A, take B, grow A 1, grow A 1, free B, grow A 1, run A"
    ),
    "a decode fills a block": case(
        3, 2, "A 111, B 11111", "take A, run A, grow A 1, run A, grow A 2, run A, free A, take B"
    ),
    "a sequence hits its own blocks": case(
        4, 2, "A 11, B 1", "take A, run A, grow A 1, run A, grow A 2, run A, free A, take B, take A"
    ),
    "one frees, one still reads": case(
        3, 2, "A 11, B 111, C 2", "take A, run A, take B, free A, take C, free B, take A"
    ),
    "three share": case(
        4, 2, "A 11, B 111, C 112", "take A, run A, take B, take C, free B, free A, free C"
    ),
    "five share": case(
        6, 2, "A 11, B 111, C 112, D 113, E 114",
        "take A, run A, take B, take C, take D, take E, free A, free B, free C, free D, free E",
    ),
    "the default hash": case(
        4, 2, "A 11221, B 11222, C 221",
        "take A, run A, take B, run B, take C, free A, free B, take C", "default",
    ),
    "the default hash tells prefixes apart": case(
        40, 1, "A 1234567891122334455667788991243546",
        "take A, run A 5, run A 15, run A", "default",
    ),
    "over a thousand blocks": long(),
    "block ids that are no small numbers": overwritten(300),
    "a reused block keeps its old hash entry": case(
        2, 2, "A 111, B 2111, C 1122",
        "take A, run A, free A, take B, run B, free B, take C, run C, free C",
    ),
    "a hit on a freed block is reset": case(
        3, 2, "A 112, B 11221, C 221",
        "take A, run A, free A, take B, run B, free B, take C, run C, free C",
    ),
    "two blocks that ask for one": case(
        4, 2, "A 112, B 112", "take A, take B, run A, run B, free A, free B"
    ),
    "an aligned prompt, all cached": case(
        5, 4, "A 11223344, B 11223344, C 112233441", "take A, run A, free A, take B, run B, ask C"
    ),
    "what was generated is hit": case(
        5, 1, "A 1",
        "take A, run A, grow A 1, run A, grow A 2, run A, grow A 3, run A, free A, take A",
    ),
    "an older block does not get its entry back by a decode": case(
        3, 1, "A 1, B 1, C 5",
        "take A, take B, take C, run A, run B, run C, free B, grow C 7",
    ),
    "the second of two decodes": case(4, 1, "A 1, B 2", "take B, run B, grow B 1, run B, grow B 2"),
    "the second finds no block": case(1, 1, "A 1, B 2", "take B, run B, grow B 1"),
    "the second comes again": case(
        4, 1, "A 1, B 23", "take B, run B, grow B 1, run B, free B, take B, run B"
    ),
    "the third comes again": case(
        4, 1, "A 1, B 2, C 3", "take C, run C, grow C 1, free C, take C 1, run C"
    ),
    "the second is preempted in a chunk": case(
        4, 1, "A 1, B 234", "take B, run B 1, free B, ask B, take B, run B"
    ),
    "the second waits for room": case(
        2, 1, "A 1, B 23", "take B, run B 1, free B, take A, ask B, free A, take B"
    ),
    "100 requests share 2000 tokens, blocks of 16": crowd(137, 16),
    "100 requests share 2000 tokens, blocks of 256": crowd(19, 256),
}  # fmt: skip
