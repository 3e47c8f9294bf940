"""First attempt: generates the right outputs, one batch at a time."""

from given import Trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    trace = Trace(outputs={rid: [] for rid, _, _ in requests})
    waiting = [list(request) + [0] for request in requests]
    running = []
    step = 0
    while waiting or running:
        step += 1
        left = token_budget
        tokens, sample = {}, []
        while waiting and len(running) < max_seqs:
            running.append(waiting.pop(0))
        for request in running:
            rid, prompt, _, computed = request
            total = prompt + len(trace.outputs[rid])
            n = min(total - computed, left)
            if n == 0:
                continue
            tokens[rid] = n
            left -= n
            request[3] += n
            trace.scheduled[rid] = request[3]
            if request[3] == total:
                sample.append(request)
        trace.events.append(("S", step, tokens, {}))
        delivered, done = {}, []
        for request in sample:
            rid, _, max_tokens, _ = request
            outputs = trace.outputs[rid]
            outputs.append(model(rid, len(outputs) + 1))
            delivered[rid] = outputs[-1]
            if outputs[-1] == eos or len(outputs) == max_tokens:
                done.append(rid)
                running.remove(request)
        trace.events.append(("U", step, delivered, done))
    return trace
