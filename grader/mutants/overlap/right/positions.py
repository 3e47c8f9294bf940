"""Right: a request is a list of positions, each with the step that samples it; nothing is counted twice. Odd: events are lists, done rids a tuple."""

from given import Trace


class Req:
    def __init__(self, rid, prompt, max_tokens):
        self.rid, self.prompt, self.limit = rid, prompt, max_tokens
        self.born = []  # step that samples token k, in order
        self.got = []
        self.next = 0  # first position that was not launched
        self.ended = False

    def end(self):
        return self.prompt + len(self.born)  # positions that have a token, here or in flight


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    every = [Req(*r) for r in requests]
    trace = Trace()
    flight, step = [], 0
    running = []
    while True:
        tokens = {}
        if len(flight) < depth:
            left, sources, rows = token_budget, {}, []
            for req in every:
                if req.ended or not left:
                    continue
                if req not in running:
                    if len(running) >= max_seqs:
                        break
                    running.append(req)
                if len(req.born) >= req.limit:
                    continue
                n = min(req.end() - req.next, left)
                if not n:
                    continue
                left -= n
                tokens[req.rid] = n
                last = req.next + n - 1
                if last >= req.prompt + len(req.got):
                    sources[req.rid] = req.born[last - req.prompt]
                req.next += n
                if req.next == req.end():
                    req.born.append(step + 1)
                    rows.append(req)
        if tokens:
            step += 1
            trace.events.append(["S", step, tokens, sources])
            flight.append((step, rows))
            continue
        if not flight:
            break
        number, rows = flight.pop(0)
        values, done = {}, []
        for req in rows:
            if req.ended:
                trace.wasted += 1
                continue
            values[req.rid] = model(req.rid, len(req.got) + 1)
            req.got.append(values[req.rid])
            if req.got[-1] == eos or len(req.got) == req.limit:
                req.ended = True
                running.remove(req)
                done.append(req.rid)
        trace.events.append(["U", number, values, tuple(done)])
    trace.outputs = {req.rid: req.got for req in every}
    trace.scheduled = {req.rid: req.next for req in every}
    return trace
