"""Compare the requests after an operation, and who owns which slot."""

from grader.properties.eviction.claims import Claim
from grader.properties.eviction.pool import Pool, Running
from grader.properties.eviction.shapes import LifeStep, Number, RequestSeen, Scenario
from grader.properties.eviction.state import claim_root, claim_shape, claim_sizes, differs
from grader.properties.eviction.words import node_words, words


def claim_life(pool: Pool, step: LifeStep, rule: str) -> Claim | None:
    """Compare what the call did (R9, R10), then who owns which slot (R11)."""
    model = pool.model
    given = sorted(pool.given, key=str)
    if step["given"] != given and rule != "R11":
        return Claim(rule, f"gives back {words(given)}", f"gives back {words(step['given'])}")
    claim = claim_root(step) or _claim_requests(pool, step, rule)
    tree = model.tree()
    claim = claim or claim_shape(tree, step, rule)
    if claim:
        return claim
    for end, must, got in zip(sorted(model.ends), tree, step["tree"], strict=True):
        if differs(must, got):
            name = f"lock_ref of {node_words(end)}"
            return Claim(rule, f"{name} is {must['lock']}", f"{name} is {got['lock']}")
    free = sorted(pool.free)
    if step["wrong"] or step["free"] != free:
        twice = f", given back wrongly: {words(step['wrong'])}" if step["wrong"] else ""
        return Claim("R11", f"free: {words(free)}", f"free: {words(step['free'])}{twice}")
    return claim_sizes(model, step, rule)


def _claim_requests(pool: Pool, step: LifeStep, rule: str) -> Claim | None:
    must = [_request(one) for one in pool.running]
    if step["requests"] == must:
        return None
    seen = [*step["requests"], *[None] * len(must)]
    for number, (want, got) in enumerate(zip(must, seen, strict=False)):
        if want != got:
            what = f"request {number}: "
            return Claim(rule, what + _request_text(want), what + _request_text(got))
    return Claim(rule, f"{len(must)} requests", f"{len(step['requests'])} requests")


def _request(one: Running) -> RequestSeen:
    return {
        "tokens": list(one.tokens),
        "slots": list(one.slots),
        "protected": one.protected,
        "node": list(one.tokens[: one.protected]),
    }


def _request_text(one: RequestSeen | None) -> str:
    if one is None:
        return "cannot be read"
    node = one["node"] if isinstance(one["node"], str) else node_words(one["node"])
    slots, protected = words(one["slots"]), one["protected"]
    return (
        f"tokens {words(one['tokens'])}, slots {slots}, protected_len {protected}, last_node {node}"
    )


def lost_or_shared(scenario: Scenario, step: LifeStep) -> str:
    """Return what is wrong with the ownership of slots, told from the run alone; "" for nothing."""
    private: list[Number] = []
    for one in step["requests"]:
        if type(one["protected"]) is not int:
            return f"protected_len is {one['protected']}"
        private += one["slots"][one["protected"] :]
    which = sum(op["do"] == "swap" for op in scenario["ops"][: step["op"] + 1]) % 2
    first = which * scenario["pool"]
    owned = [*step["free"], *(slot for node in step["tree"] for slot in node["slots"]), *private]
    if sorted(map(str, owned)) != sorted(map(str, range(first, first + scenario["pool"]))):
        return f"the pool, the tree and the requests hold {words(sorted(owned, key=str))}"
    if not step["requests"] and step["sizes"][1] != 0:
        return f"nothing runs, but protected_size is {step['sizes'][1]}"
    return ""
