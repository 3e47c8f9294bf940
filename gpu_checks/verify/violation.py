"""What a layer found wrong, in one sentence."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Layer: TypeAlias = Literal["contract", "ledger", "journal", "models"]
LAYERS: tuple[Layer, ...] = ("contract", "ledger", "journal", "models")


@dataclass(frozen=True)
class Violation:
    """One fault: in which layer, when, whose, and where if a place is to blame."""

    layer: Layer
    step: int
    request: int  # -1: no one's in particular
    says: str  # "reads position 16 from page 4, which was never written"
    position: int = -1
    page: int = -1
    stops: bool = False  # whether the run cannot go on

    def __str__(self) -> str:
        """Return it whole: "request 3, step 12: reads position 16 from page 4, which ..."."""
        whose = f"request {self.request}, " if self.request >= 0 else ""
        return f"{whose}step {self.step}: {self.says}"
