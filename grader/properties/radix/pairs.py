"""One call as it must be and as it was, and what is blamed for a difference."""

from dataclasses import dataclass
from typing import TypeAlias

from grader.properties.radix.shapes import Op, RuleId, Scenario, Step


@dataclass(frozen=True)
class Blame:
    """The first call that differs: its rule, and in words what must hold and what was seen."""

    rule: RuleId
    step: int  # place in the steps
    must: str
    got: str


@dataclass(frozen=True)
class Pair:
    """One call as it must go and as it went."""

    case: Scenario
    must: Step
    got: Step

    @property
    def op(self) -> Op | None:
        """Return the call, None for the constructor."""
        return self.case["ops"][self.must["op"]] if self.must["op"] >= 0 else None

    @property
    def rule(self) -> RuleId:
        """Return the rule that says what this call does."""
        op = self.op
        if op is None:
            return "R8"
        if op["do"] == "split":
            return "R8" if self.must["raised"] else "R4"
        return "R1" if op["do"] == "match" else "R2"


Found: TypeAlias = tuple[RuleId, str, str] | None
