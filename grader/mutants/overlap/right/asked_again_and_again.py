"""Keeps nothing but the trace: every question is answered from the events so far and the model.

Odd: outputs are never stored, the model is asked for them again whenever they are needed; a request
is followed from its first event on; one function a notion, all of them pure.
"""

from given import Trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    sizes = [depth, token_budget, max_seqs, *sum(((p, m) for _, p, m in requests), ())]
    if min(sizes) < 1:
        raise ValueError(f"{min(sizes)} is below 1")
    case = (requests, token_budget, max_seqs, depth, eos, model)
    events = ()
    while event := next_event(events, *case):
        events = (*events, event)
    outputs = {rid: output(events, rid, most, eos, model) for rid, _, most in requests}
    scheduled = {rid: computed(events, rid) for rid, _, _ in requests}
    late = sum(made(events, r, p) for r, p, _ in requests) - sum(map(len, outputs.values()))
    return Trace(list(events), outputs, scheduled, late)


def steps(events, kind):
    return [event for event in events if event[0] == kind]


def computed(events, rid):
    return sum(event[2].get(rid, 0) for event in steps(events, "S"))


def makers(events, rid, prompt):
    """Return the steps that sample for a request, in order."""
    seen, found = 0, []
    for _, step, tokens, _ in steps(events, "S"):
        seen += tokens.get(rid, 0)
        if rid in tokens and seen == prompt + len(found):
            found.append(step)
    return found


def made(events, rid, prompt):
    return len(makers(events, rid, prompt))


def output(events, rid, most, eos, model):
    """Return what was delivered: the model says what it was."""
    count = sum(rid in event[2] for event in steps(events, "U"))
    return [model(rid, k) for k in range(1, min(count, most) + 1)]


def is_over(events, request, eos, model):
    rid, _, most = request
    told = output(events, rid, most, eos, model)
    return len(told) == most or (eos is not None and eos in told)


def next_event(events, requests, budget, seqs, depth, eos, model):
    launched, landed = len(steps(events, "S")), len(steps(events, "U"))
    if launched - landed < depth:
        tokens, sources = plan(events, requests, budget, seqs, eos, model)
        if tokens:
            return ("S", launched + 1, tokens, sources)
    if launched == landed:
        return None
    step = landed + 1
    values, done = {}, []
    for request in requests:
        rid, prompt, most = request
        if step in makers(events, rid, prompt) and not is_over(events, request, eos, model):
            values[rid] = model(rid, makers(events, rid, prompt).index(step) + 1)
            told = output(events, rid, most, eos, model)
            if len(told) + 1 == most or values[rid] == eos:
                done.append(rid)
    return ("U", step, values, done)


def plan(events, requests, budget, seqs, eos, model):
    tokens, sources = {}, {}
    alive = [request for request in requests if not is_over(events, request, eos, model)]
    for rid, prompt, most in alive[:seqs]:
        left = budget - sum(tokens.values())
        by = makers(events, rid, prompt)
        n = 0 if len(by) == most else min(prompt + len(by) - computed(events, rid), left)
        if n > 0:
            tokens[rid] = n
            last = computed(events, rid) + n
            if last > prompt + len(output(events, rid, most, eos, model)):
                sources[rid] = by[last - prompt - 1]
    return tokens, sources
