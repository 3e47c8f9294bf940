"""What is said of a difference."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Claim:
    """The rule that a difference breaks, and both sides in words."""

    rule: str
    must: str
    got: str
