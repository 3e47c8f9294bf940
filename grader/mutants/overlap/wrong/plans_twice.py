"""First attempt: plans as many steps as may be in flight from one state, and counts afterwards."""

from given import Trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    trace = Trace(outputs={rid: [] for rid, _, _ in requests})
    state = {rid: [prompt, max_tokens, 0] for rid, prompt, max_tokens in requests}
    alive = [rid for rid, _, _ in requests]
    step = 0
    while alive:
        plans = []
        for _ in range(depth):
            left, tokens = token_budget, {}
            for rid in alive[:max_seqs]:
                n = min(state[rid][0] + len(trace.outputs[rid]) - state[rid][2], left)
                if n > 0:
                    tokens[rid] = n
                    left -= n
            if not tokens:
                break
            step += 1
            trace.events.append(("S", step, tokens, {}))
            plans.append((step, tokens))
        if not plans:
            break
        for number, tokens in plans:
            delivered, done = {}, []
            for rid, n in tokens.items():
                prompt, max_tokens, computed = state[rid]
                trace.scheduled[rid] = trace.scheduled.get(rid, 0) + n
                if rid not in alive:
                    trace.wasted += 1
                    continue
                state[rid][2] = min(computed + n, prompt + len(trace.outputs[rid]))
                if state[rid][2] < prompt + len(trace.outputs[rid]):
                    continue
                token = model(rid, len(trace.outputs[rid]) + 1)
                trace.outputs[rid].append(token)
                delivered[rid] = token
                if token == eos or len(trace.outputs[rid]) == max_tokens:
                    done.append(rid)
                    alive.remove(rid)
            trace.events.append(("U", number, delivered, done))
    return trace
