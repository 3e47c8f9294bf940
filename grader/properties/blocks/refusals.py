"""Fixed scenarios in which a call is refused, something is given back, and the call comes again.

Left out: refusals alone (`chains.py`, `hits.py`). A refused call must leave nothing behind.
"""

from grader import check
from grader.properties.blocks.notation import case

WAITS = "take A, run A, take B, "

REFUSALS: dict[str, check.Scenario] = {
    "a decode is refused once": case(
        4, 1, "A 1, B 234", WAITS + "grow A 1, free B, grow A 1, run A"
    ),
    "a decode is refused twice": case(
        4, 1, "A 1, B 234", WAITS + "grow A 1, grow A 1, free B, grow A 1, run A"
    ),
    "a decode is refused three times": case(
        5, 1, "A 1, B 2345", WAITS + "grow A 1, grow A 1, grow A 1, free B, grow A 1, run A"
    ),
    "a decode is refused, in blocks of 2": case(
        4, 2, "A 11, B 223344",
        WAITS + "grow A 1, free B, grow A 1, run A, grow A 1, run A, grow A 1",
    ),
    "a decode is refused, and the next one is not": case(
        5, 1, "A 1, B 2345", WAITS + "grow A 1, free B, grow A 1, run A, grow A 2, run A"
    ),
    "refused, then preempted": case(
        4, 1, "A 1, B 234", WAITS + "grow A 1, free A, free B, take A, run A, grow A 2, run A"
    ),
    "refused, and another one asks": case(
        5, 1, "A 1, C 2, B 345",
        "take A, run A, take C, run C, take B, grow A 1, free B, grow C 1, run C, grow A 1",
    ),
    "an allocate is refused once": case(4, 1, "A 12, B 345", "take A, force B 0, free A, take B"),
    "an allocate is refused twice": case(
        5, 1, "A 123, B 345, C 1", "take A, force B 0, force B 0, free A, take B, take C"
    ),
    "a hit is refused, then taken": case(
        3, 2, "A 11, C 22, B 11122",
        "take A, run A, take C, force B 1, force B 1, free C, force B 1, free A, free B",
    ),
    "a free hit is refused, then taken": case(
        3, 2, "A 11, C 2222, B 11122",
        "take A, run A, free A, take C, force B 1, free C, force B 1, free B",
    ),
    "a count is refused, then another is not": case(
        4, 2, "A 11, B 111", "take A, run A, force B 2, force B -1, force B 1, free B, take B"
    ),
    "a hit is overwritten between asking and asking": case(
        3, 1, "A 1, B 5, C 17, D 9",
        "take A, run A, take D, take B, run B, free A, free D, ask C, grow B 1, ask C",
    ),
    "a free hit before one in use, and room": case(
        6, 1, "A 123, B 123, C 129, D 9",
        "take A, take B, run A, run B 1, free B, take D, take C",
    ),
    "a free hit before one in use, and no room": case(
        6, 1, "A 123, B 123, C 129, D 98",
        "take A, take B, run A, run B 1, free B, take D, take C",
    ),
    "refused, and what is free is still cached": case(
        3, 1, "A 12, B 23456, C 123", "take A, run A, free A, force B 0, ask C"
    ),
    "no room until there are hits": case(3, 1, "A 12, B 123", "take A, ask B, run A, take B"),
    "a hit is overwritten between asking and taking": case(
        3, 1, "A 1, B 5, C 17, D 9",
        "take A, run A, take D, take B, run B, free A, free D, ask C, grow B 1, force C 1",
    ),
    "asked twice without room": case(
        3, 1, "A 12, B 345", "take A, ask B, ask B, free A, ask B, take B"
    ),
    "asked twice, then taken": case(
        4, 2, "A 11, B 111", "take A, run A, ask B, ask B, take B, free A, free B"
    ),
    "asked about a free hit, then not taken": case(
        3, 2, "A 11, B 111, C 22", "take A, run A, free A, ask B, take C, ask B, free C, take B"
    ),
}  # fmt: skip
