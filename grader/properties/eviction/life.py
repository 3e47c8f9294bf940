"""Follow a run of level 2, the life of requests on a slot pool."""

from grader.properties.eviction.claims import Claim, Found
from grader.properties.eviction.model import Model
from grader.properties.eviction.owners import claim_life
from grader.properties.eviction.pool import Pool, Running
from grader.properties.eviction.shapes import Answer, LifeStep, Observation, Op, Scenario
from grader.properties.eviction.words import told, words


def follow_life(scenario: Scenario, seen: Observation, lower: bool) -> Found | None:
    """Return the first difference of a run on a slot pool; `lower` is as for the model."""
    pools = [_pool(scenario, lower, which) for which in range(2)]
    steps = {step["op"]: step for step in seen["life"]}
    for at, op in enumerate(scenario["ops"]):
        if op["do"] == "swap":
            pools.reverse()
        pool = pools[0]
        if op["do"] in ("step", "finish") and not pool.running:
            continue
        before = pool.model.copy()
        pool.given = []
        if at not in steps:
            return Found(at, Claim("R11", "an answer", "none"), before.picture())
        step = steps[at]
        if not step["sizes"]:
            unmade = Claim("R11", "the constructor returns", told(step["answers"], ""))
            return Found(at, unmade, before.picture())
        rule, claim = JUDGES[op["do"]](pool, op, step)
        claim = claim or claim_life(pool, step, rule)
        if claim:
            return Found(at, claim, before.picture())
    return None


def _pool(scenario: Scenario, lower: bool, which: int) -> Pool:
    model, size = Model(scenario["page"], 1, lower), scenario["pool"]
    return Pool(model, size, scenario["chunk"], set(range(which * size, (which + 1) * size)))


def _start(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    answers, model = step["answers"], pool.model
    model.by = "R11"
    prefix = model.match(op["tokens"][:-1])
    model.held.append(prefix)
    slots = model.all_slots(prefix)
    if answers[:2] != [slots, "done"]:
        return "R11", Claim("R11", f"slots {words(slots)}, locked", told(answers[:2], "slots"))
    request = Running(list(op["tokens"]), slots, len(slots), len(op["tokens"]))
    taken, claim = pool.take(pool.to_compute(request), answers[2] if answers[2:] else "nothing")
    if claim:
        return "R11", claim
    if taken is None:
        model.held.remove(prefix)
        return "R11", _unless(answers[3:] == ["refused", "done"], "R11", "no room", answers)
    request.slots += taken
    pool.running.append(request)
    pool.computed(request, op["n"])
    return "R10", _unless(answers[3:] == ["done"], "R10", "no exception", answers)


def _step(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    answers = step["answers"]
    first = answers[0] if answers else "nothing"
    request = pool.running[op["n"] % len(pool.running)]
    in_prompt = len(request.slots) < request.prompt
    taken, claim = pool.take(pool.to_compute(request) if in_prompt else 1, first)
    if claim:
        return "R11", claim
    if taken is None:
        return "R11", _unless(answers[1:] == ["refused"], "R11", "no room", answers)
    request.slots += taken
    if in_prompt:
        pool.computed(request, op["tokens"][0])
        return "R10", _unless(answers[1:] == ["done"], "R10", "no exception", answers)
    request.tokens.append(op["tokens"][0])
    return "R11", _unless(answers[1:] == [], "R11", "a decode", answers)


def _finish(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    pool.finish(pool.running.pop(op["n"] % len(pool.running)))
    return "R9", _unless(step["answers"] == ["done"], "R9", "no exception", step["answers"])


def _swap(pool: Pool, op: Op, step: LifeStep) -> tuple[str, Claim | None]:
    return "R11", None


JUDGES = {"start": _start, "step": _step, "finish": _finish, "swap": _swap}


def _unless(right: bool, rule: str, must: str, answers: list[Answer]) -> Claim | None:
    return None if right else Claim(rule, must, told(answers, ""))
