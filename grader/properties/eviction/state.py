"""Compare the tree after an operation: shape, locks, sizes."""

from grader.properties.eviction.claims import Claim
from grader.properties.eviction.model import Model
from grader.properties.eviction.shapes import NodeSeen, Prefix, Step, Verb
from grader.properties.eviction.words import node_words, sizes_told, told, words

ROOT = -2  # as in the driver


def claim_state(before: Model, model: Model, do: Verb, step: Step) -> Claim | None:
    """Compare the tree and the sizes after an operation whose answer is right."""
    tree = model.tree()
    return (
        claim_root(step)
        or claim_shape(tree, step, "R6")
        or _claim_locks(before, model, tree, do, step)
        or claim_sizes(model, step, "R7" if do in ("bad", "refuse") else "R2")
        or _claim_clock(before, model, step)
    )


def _claim_clock(before: Model, model: Model, step: Step) -> Claim | None:
    """Tell a clock that was asked by what must not ask it, or twice."""
    asked = step.get("asked", model.calls)
    if asked == model.calls:
        return None
    must, got = (calls - before.calls for calls in (model.calls, asked))
    return Claim("R6", f"the clock is asked {must} times", f"the clock is asked {got} times")


def claim_root(step: Step) -> Claim | None:
    """Tell a lock on the root: the driver writes one only where there is one."""
    lock = next((node["lock"] for node in step["tree"] if node["depth"] == ROOT), 0)
    return Claim("R1", "the root is not locked", f"the root has lock_ref {lock}") if lock else None


def claim_shape(tree: list[NodeSeen], step: Step, rule: str) -> Claim | None:
    """Compare which nodes there are and which slots they hold; a difference breaks `rule`."""

    def outline(nodes: list[NodeSeen]) -> list[str]:
        return [
            f"{'  ' * max(0, int(node['depth']))}{words(node['key'])}: slots {words(node['slots'])}"
            for node in nodes
        ]

    must, got = outline(tree), outline(step["tree"])
    if must == got:
        return None
    return Claim(rule, "\n".join(must) or "an empty tree", "\n".join(got) or "an empty tree")


def _claim_locks(
    before: Model, model: Model, tree: list[NodeSeen], do: Verb, step: Step
) -> Claim | None:
    pairs = zip(sorted(model.ends), tree, step["tree"], strict=True)
    wrong = [(end, must["lock"], got["lock"]) for end, must, got in pairs if differs(must, got)]
    if not wrong:
        return None
    end, must, got = wrong[0]
    name = f"lock_ref of {node_words(end)}"
    return Claim(
        _lock_rule(before, model, do, [w[0] for w in wrong]),
        f"{name} is {must}",
        f"{name} is {got}",
    )


def differs(must: NodeSeen, got: NodeSeen) -> bool:
    """Return whether two nodes of the same place have another lock_ref."""
    return must["lock"] != got["lock"] or type(got["lock"]) is not int


def _lock_rule(before: Model, model: Model, do: Verb, wrong: list[Prefix]) -> str:
    """Tell a wrong lock_ref: made by a new leaf or a split (R3), by a refused call (R7), or R1."""
    if do in ("bad", "refuse") and wrong and not model.ends - before.ends:
        return "R7"
    fresh = model.ends - before.ends
    halves = fresh | {e for e in before.ends if model.above(e) in fresh}
    made = set(wrong) <= halves
    if do in ("insert", "match", "split", "cut", "bad"):
        return "R3" if made else "R1"
    was_locked = any(before.lock_ref(end) for end in wrong)
    return "R3" if do == "lock" and made and was_locked else "R1"


def claim_sizes(model: Model, step: Step, rule: str) -> Claim | None:
    """Compare the three sizes; a difference breaks `rule`."""
    if step["sizes"] == model.sizes():
        return None
    raised = [one for one in step["sizes"] if isinstance(one, dict)]
    if raised:
        return Claim(rule, sizes_told(model.sizes()), told(raised, ""))
    return Claim(rule, sizes_told(model.sizes()), sizes_told(step["sizes"]))
