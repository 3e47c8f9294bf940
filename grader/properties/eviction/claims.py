"""What is said of a difference."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """What differs, and the rule that this breaks."""

    rule: str
    must: str
    got: str


@dataclass(frozen=True)
class Found:
    """A claim, with the operation at which it came up and a picture of the tree before it."""

    at: int  # index of the operation
    claim: Claim
    before: str
