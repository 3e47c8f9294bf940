"""What must hold without asking the reference."""

from grader.check import Row
from grader.properties.overlap.shapes import Observation, Scenario, names_of


def outputs_alone(s: Scenario, index: int) -> list[int]:
    """Return what synchronous generation gives for one request; the model is the driver's."""
    request = s["requests"][index]
    outputs: list[int] = []
    tokens = request.get("tokens", [])
    while len(outputs) < request["max_tokens"]:
        k = len(outputs) + 1
        if k == request["eos_at"]:
            outputs.append(s["eos"] or 0)
        else:
            outputs.append(tokens[k - 1] if k <= len(tokens) else 10 + (7 * index + 3 * k) % 50)
        if outputs[-1] == s["eos"]:
            break
    return outputs


def miscount(s: Scenario, got: Observation) -> Row | None:
    """Return where the number of tokens breaks R7."""
    late = 0
    for index, request in enumerate(s["requests"]):
        name, outputs = names_of(s)[index], len(outputs_alone(s, index))
        least = request["prompt"] + outputs - 1
        spare = s["depth"] - 1 if outputs < request["max_tokens"] else 0
        spare = min(spare, request["max_tokens"] - outputs)
        late += spare
        scheduled = got["scheduled"].get(name, 0)
        if not least <= scheduled <= least + spare:
            bound = f"{least} tokens" + (f" to {least + spare}" if spare else "")
            return Row(f"{name} in all", bound, f"{scheduled} tokens")
    if got["wasted"] > late:
        return Row("wasted in all", f"at most {late}", str(got["wasted"]))
    return None
