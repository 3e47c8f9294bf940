"""Fixed scenarios about the pool, and about what is registered: full blocks under chained hashes.

Left out: what is done with a hit (`hits.py`).
"""

from grader import check
from grader.properties.blocks.notation import case

BOTH = "take A, run A, take B, run B"

CHAINS: dict[str, check.Scenario] = {
    "no blocks at all": case(0, 1, "A 1", "ask A"),
    "fewer than no blocks": case(-1, 2, "A 1", "ask A"),
    "blocks of no token": case(1, 0, "A 1", "ask A"),
    "blocks of less than no token": case(1, -1, "A 1", "ask A"),
    "blocks of two less": case(1, -2, "A 1", "ask A"),
    "two less than no blocks": case(-2, 1, "A 1", "ask A"),
    "a thousand less than no blocks": case(-1000, 1, "A 1", "ask A"),
    "blocks of a thousand less than no token": case(1, -1000, "A 1", "ask A"),
    "a thousand hits of one block": case(3, 1, "A 1", "force A f"),
    "one hit of one block": case(3, 1, "A 1", "force A 1"),
    "two hits of one block": case(3, 1, "A 1", "force A 2"),
    "two hits less than none": case(3, 1, "A 1", "force A -2"),
    "a token needs a block": case(1, 2, "A 1", "take A"),
    "no room for a prompt": case(1, 2, "A 111", "ask A, take A, force A"),
    "an exact fit": case(2, 2, "A 111", "take A, run A, free A"),
    "freed in reverse, to the right": case(3, 2, "A 111", "take A, free A"),
    "freed behind what was free": case(2, 2, "A 1, B 1", "take A, free A, take B"),
    "nothing to free": case(1, 2, "A 1", "free A, take A, free A, free A"),
    "a full block is registered": case(2, 2, "A 11", "take A, run A"),
    "a partial block is not registered": case(2, 2, "A 1", "take A, run A"),
    "a chunk registers what it computed": case(2, 2, "A 11", "take A, run A 1, run A 1"),
    "a chunk ends inside a block": case(3, 2, "A 11112", "take A, run A 3, run A 1, run A 1"),
    "the chain has a parent": case(2, 2, "A 1112", "take A, run A"),
    "a parent of hash 0 is looked up": case(
        5, 2, "A 11223, B 11224", "take A, run A, take B", "zero"
    ),
    "a first block may have hash 0": case(3, 2, "A 11223", "take A, run A, free A, take A", "zero"),
    "a hash of 0 across chunks": case(3, 2, "A 11223", "take A, run A 2, run A 3", "zero"),
    "a last token alone is equal": case(
        4, 2, "A 121, B 421", "take A, run A, free A, take B", "sum"
    ),
    "a first token alone is equal": case(
        4, 2, "A 121, B 151", "take A, run A, free A, take B", "sum"
    ),
    "one token of three blocks differs": case(8, 1, "A 123, B 423", "take A, run A, take B, run B"),
    "one token of five blocks differs": case(
        12, 1, "A 12345, B 92345", "take A, run A, take B, run B"
    ),
    "one token in the middle differs": case(
        12, 1, "A 1123, B 1193, C 112345, D 119345",
        "take A, run A, take B, run B, free A, take C, run C, free B",
    ),
    "the tokens of a block in another order": case(
        4, 3, "A 123, B 213", "take A, run A, take B, run B"
    ),
    "the chain crosses chunks": case(2, 2, "A 1112", "take A, run A 2, run A 2"),
    "the chain crosses a hit": case(
        4, 2, "A 111, B 11121", "take A, run A, take B, run B"
    ),
    "the chain crosses a decode": case(
        3, 2, "A 111, B 111", "take A, run A, grow A 1, run A, take B"
    ),
    "the last block is never matched": case(1, 2, "A 11, B 11", "take A, run A, take B"),
    "the last block of two is never matched": case(
        4, 2, "A 1112, B 1112", "take A, run A, take B, run B"
    ),
    "blocks of one token": case(3, 1, "A 11, B 112", "take A, run A, take B, grow B 1"),
    "a chained block is not a first block": case(2, 2, "A 11, B 11111", "take A, run A, take B"),
    "the middle of another prompt": case(4, 2, "A 11221, B 221", "take A, run A, take B"),
    "the default hash, blocks in another order": case(
        8, 1, "A 12, B 21", BOTH, "default"
    ),
    "the default hash, tokens in another order": case(
        8, 2, "A 12, B 21", BOTH, "default"
    ),
    "the default hash, the last of four tokens": case(
        8, 4, "A 1111, B 1112", BOTH, "default"
    ),
    "the default hash, the first of four tokens": case(
        8, 4, "A 1111, B 2111", BOTH, "default"
    ),
    "the default hash, a token beyond two bytes": case(
        8, 1, "A 0, B q", BOTH, "default"
    ),
    "the default hash, digits that run together": case(
        8, 2, "A 1b, B b1", BOTH, "default"
    ),
    "the default hash, equal tokens that cancel out": case(
        8, 3, "A 113, B 223", BOTH, "default"
    ),
    "the default hash, ids that are no characters": case(8, 1, "A u, B v", BOTH, "default"),
    "the default hash, the largest id": case(8, 2, "A 10, B 0t", BOTH, "default"),
    "the default hash, a token times a number": case(
        16, 2, "A 10, B 0h, C 0i, D 0j, E 0e, F 0q, G 0f, H 0a",
        BOTH + ", " + ", ".join(f"take {name}, run {name}" for name in "CDEFGH"), "default",
    ),
}  # fmt: skip
