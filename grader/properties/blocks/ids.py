"""Fixed scenarios about token ids: 0, those beyond a byte, and blocks that differ in one place.

Left out: hits of other kinds (`hits.py`). The letters are ids (`notation.py`).
"""

from grader import check
from grader.properties.blocks.notation import case

# A block and one that a program takes for it that does not compare the tokens, each in its place.
ALIKE = {
    "joined to a text": ("1b", "b1"),
    "added up": ("03", "12"),
    "multiplied": ("02", "03"),
    "in another order": ("123", "132"),
    "as a set": ("112", "122"),
    "added up with their places": ("31", "12"),
    "modulo 10": ("11", "b1"),
    "modulo 16": ("11", "c1"),
    "in one byte": ("11", "1e"),
    "in two bytes": ("11", "r1"),
    "as digits of a number": ("0a", "10"),
    "as bytes of a number": ("0d", "10"),
    "as thousands of a number": ("0f", "10"),
    "as pairs of bytes of a number": ("0q", "10"),
    "without what is 0": ("10", "01"),
    "in 17 bits": ("01", "w1"),
    "in 18 bits": ("01", "x1"),
    "in 19 bits": ("01", "y1"),
    "as characters that are none": ("u1", "v1"),
}

IDS: dict[str, check.Scenario] = {
    "hashes of hundreds of bits": case(40, 1, f"A {'123456789s' * 4}", "take A, run A"),
    "a token 0": case(2, 2, "A 10", "take A, run A"),
    "tokens 0 alone": case(4, 2, "A 00001, B 00002", "take A, run A, take B"),
    "a token 0 is sampled": case(3, 2, "A 1", "take A, run A, grow A 0, run A, grow A 0"),
    "large token ids": case(2, 2, "A ps", "take A, run A"),
    "large token ids are hit": case(4, 2, "A stp, B sts", "take A, run A, take B"),
    "ids that are no characters": case(3, 2, "A uv", "take A, run A"),
    "blocks of 3 that differ in one place": case(
        4, 3, "A 123, B 9231, C 1931, D 1291", "take A, run A, ask B, ask C, ask D", "same"
    ),
    "blocks of 4 that differ in one place": case(
        4, 4, "A 1234, B 92341, C 19341, D 12941, E 12391",
        "take A, run A, ask B, ask C, ask D, ask E", "same",
    ),
    "blocks of 5 that differ in one place": case(
        4, 5, "A 12345, B 923451, C 193451, D 129451, E 123951, F 123491",
        "take A, run A, ask B, ask C, ask D, ask E, ask F", "same",
    ),
    "blocks of 16 that differ in one place": case(
        4, 16,
        "A 1234567891234567, B 92345678912345671, C 12341678912345671, D 12345678112345671, "
        "E 12345678912315671, F 12345678912345611",
        "take A, run A, ask B, ask C, ask D, ask E, ask F", "same",
    ),
    "blocks of 5 that differ in the order of their middle": case(
        4, 5, "A 12345, B 143251", "take A, run A, ask B", "same"
    ),
    **{
        f"tokens that are alike {how}": case(
            4, len(one), f"A {one}, B {other}1", "take A, run A, take B", "same"
        )
        for how, (one, other) in ALIKE.items()
    },
}  # fmt: skip
