"""What an eviction freed, judged leaf by leaf."""

from grader.properties.eviction.claims import Claim
from grader.properties.eviction.model import Model
from grader.properties.eviction.shapes import Answer
from grader.properties.eviction.words import told, words


def claim_eviction(model: Model, count: int, freed: Answer) -> Claim | None:
    """Judge the answer of one evict; the model goes the same way, or the one that the rules say."""
    before = model.copy()
    model.known = list(model.held)
    must = f"frees {words(before.copy().evict(count))}"
    got = told([freed], "frees")
    if not isinstance(freed, list):
        model.evict(count)
        root = isinstance(freed, dict) and freed["raised"] in ("AttributeError", "AssertionError")
        return Claim("R5" if root and not model.ends else "R4", must, got)
    if model.follow(freed, count):
        return None
    locked = [slot for slot in freed if slot in before.locked_slots()]
    cached = {slot for prefix in before.slots.values() for slot in prefix}
    if locked:
        return Claim("R5", must, f"{got}: {locked[0]} is locked")
    strange = [slot for slot in freed if slot not in cached or freed.count(slot) > 1]
    if strange:
        return Claim("R5", must, f"{got}: {strange[0]} is not there to free")
    return Claim("R7" if before.is_after_refusal(freed) else "R4", must, got)
