"""Right: no classes, one dict a quantity. Odd: asks the model when the batch is launched, since the GPU does; dropped tokens are asked for as well."""

from collections import deque

from given import Trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    prompt = {rid: p for rid, p, _ in requests}
    limit = {rid: m for rid, _, m in requests}
    computed = dict.fromkeys(prompt, 0)
    sampled = dict.fromkeys(prompt, 0)
    maker = {}
    outputs = {rid: [] for rid in prompt}
    finished = set()
    queue = deque(prompt)
    slots = []
    events, flying = [], deque()
    wasted = number = 0

    def give(rid, left, tokens, sources, values):
        if sampled[rid] >= limit[rid]:
            return left
        n = min(prompt[rid] + sampled[rid] - computed[rid], left)
        if n <= 0:
            return left
        if computed[rid] + n - 1 >= prompt[rid] + len(outputs[rid]):
            sources[rid] = maker[rid]
        computed[rid] += n
        tokens[rid] = n
        if computed[rid] == prompt[rid] + sampled[rid]:
            sampled[rid] += 1
            maker[rid] = number + 1
            values[rid] = model(rid, sampled[rid])
        return left - n

    while True:
        tokens, sources, values = {}, {}, {}
        if len(flying) < depth:
            left = token_budget
            for rid in slots:
                left = give(rid, left, tokens, sources, values)
            while left and queue and len(slots) < max_seqs:
                slots.append(queue.popleft())
                left = give(slots[-1], left, tokens, sources, values)
        if tokens:
            number += 1
            events.append(("S", number, tokens, sources))
            flying.append((number, values))
        elif flying:
            step, values = flying.popleft()
            kept = {rid: token for rid, token in values.items() if rid not in finished}
            wasted += len(values) - len(kept)
            done = []
            for rid, token in kept.items():
                outputs[rid].append(token)
                if token == eos or len(outputs[rid]) == limit[rid]:
                    done.append(rid)
            finished.update(done)
            slots = [rid for rid in slots if rid not in finished]
            events.append(("U", step, kept, done))
        else:
            return Trace(events, outputs, computed, wasted)
