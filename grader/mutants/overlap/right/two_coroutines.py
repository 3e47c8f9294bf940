"""Right: planner and receiver are coroutines that hand the turn to each other. Odd: keyword defaults of its own, numpy-like ints by subclass."""

from collections import deque

from given import Trace


class Count(int):
    pass


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    trace = Trace()
    table = {}
    order = deque()
    for rid, prompt, limit in requests:
        table[rid] = {"prompt": prompt, "limit": limit, "made": 0, "read": 0, "step": None}
        trace.outputs[rid] = []
        order.append(rid)
    shared = {"step": 0, "flying": deque(), "running": [], "over": set()}

    def wants(rid):
        row = table[rid]
        return 0 if row["made"] == row["limit"] else row["prompt"] + row["made"] - row["read"]

    def planner():
        while True:
            if len(shared["flying"]) == depth:
                yield "full"
                continue
            left, tokens, sources, made = token_budget, {}, {}, []
            candidates = list(shared["running"])
            while candidates or (order and left and len(shared["running"]) < max_seqs):
                if not candidates:
                    shared["running"].append(order.popleft())
                    candidates.append(shared["running"][-1])
                rid = candidates.pop(0)
                whole = wants(rid)
                n = min(whole, left)
                if n:
                    row = table[rid]
                    row["read"] += n
                    if row["read"] > row["prompt"] + len(trace.outputs[rid]):
                        sources[rid] = row["step"]
                    if n == whole:
                        row["made"] += 1
                        row["step"] = shared["step"] + 1
                        made.append(rid)
                    tokens[rid] = Count(n)
                    left -= n
            if not tokens:
                yield "empty"
                continue
            shared["step"] += 1
            shared["flying"].append((shared["step"], made))
            trace.events.append(("S", shared["step"], tokens, sources))
            yield "launched"

    def receiver():
        while shared["flying"]:
            step, made = shared["flying"].popleft()
            values, done = {}, []
            for rid in made:
                if rid in shared["over"]:
                    trace.wasted += 1
                    continue
                values[rid] = model(rid, len(trace.outputs[rid]) + 1)
                trace.outputs[rid].append(values[rid])
                if values[rid] == eos or len(trace.outputs[rid]) == table[rid]["limit"]:
                    done.append(rid)
            shared["over"].update(done)
            shared["running"] = [rid for rid in shared["running"] if rid not in shared["over"]]
            trace.events.append(("U", step, values, done))
            yield

    plan = planner()
    while True:
        if next(plan) == "launched":
            continue
        if next(receiver(), "end") == "end":
            break
    trace.scheduled = {rid: row["read"] for rid, row in table.items()}
    return trace
