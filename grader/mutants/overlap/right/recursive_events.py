"""Right: a function that maps a state to its next event, applied until there is none. Odd: everything is copied, nothing is changed in place."""

from copy import deepcopy

from given import Trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    bad = [n for n in (depth, token_budget, max_seqs) if n < 1]
    bad += [n for request in requests for n in request[1:] if n < 1]
    if bad:
        raise ValueError(f"too small: {bad}")
    state = {
        "reqs": [dict(rid=r, p=p, m=m, c=0, f=0, out=[], src=0, on=False, off=False) for r, p, m in requests],
        "air": [],
        "step": 0,
        "wasted": 0,
    }
    events = []
    while True:
        event, state = advance(deepcopy(state), token_budget, max_seqs, depth, eos, model)
        if event is None:
            break
        events += [event]
    reqs = state["reqs"]
    return Trace(
        events=events,
        outputs={q["rid"]: q["out"] for q in reqs},
        scheduled={q["rid"]: q["c"] for q in reqs},
        wasted=state["wasted"],
    )


def advance(state, budget, seqs, depth, eos, model):
    if len(state["air"]) < depth:
        tried = deepcopy(state)
        event = launch(tried, budget, seqs)
        if event[2]:
            return event, tried
    if not state["air"]:
        return None, state
    return land(state, eos, model), state


def launch(state, budget, seqs):
    state["step"] += 1
    tokens, sources, rows = {}, {}, []
    for i, q in enumerate(state["reqs"]):
        busy = sum(r["on"] and not r["off"] for r in state["reqs"])
        left = budget - sum(tokens.values())
        if q["off"] or left == 0:
            continue
        if not q["on"]:
            if busy == seqs:
                continue
            q["on"] = True
        if q["c"] >= q["p"] and len(q["out"]) + q["f"] >= q["m"]:
            continue
        n = min(q["p"] + len(q["out"]) + q["f"] - q["c"], left)
        if n < 1:
            continue
        q["c"] += n
        tokens[q["rid"]] = n
        if q["c"] - 1 >= q["p"] + len(q["out"]):
            sources[q["rid"]] = q["src"]
        if q["c"] == q["p"] + len(q["out"]) + q["f"]:
            q["f"] += 1
            q["src"] = state["step"]
            rows.append(i)
    state["air"].append([state["step"], rows])
    return ("S", state["step"], tokens, sources)


def land(state, eos, model):
    step, rows = state["air"].pop(0)
    values, done = {}, []
    for i in rows:
        q = state["reqs"][i]
        q["f"] -= 1
        if q["off"]:
            state["wasted"] += 1
            continue
        values[q["rid"]] = model(q["rid"], len(q["out"]) + 1)
        q["out"].append(values[q["rid"]])
        if values[q["rid"]] == eos or len(q["out"]) == q["m"]:
            q["off"] = True
            done.append(q["rid"])
    return ("U", step, values, done)
