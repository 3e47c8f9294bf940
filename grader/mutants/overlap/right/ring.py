"""Right: batches in flight live in a ring of `depth` places, sampled tokens in a future map by (rid, k). Odd: subclasses Trace."""

from given import Trace


class Recorder(Trace):
    def launch(self, *what):
        self.events.append(("S", *what))

    def deliver(self, *what):
        self.events.append(("U", *what))


class Seq:
    __slots__ = ("done", "gone", "here", "limit", "prompt", "rid", "seen")

    def __init__(self, rid, prompt, limit):
        self.rid, self.prompt, self.limit = rid, prompt, limit
        self.here = 0  # delivered
        self.gone = 0  # sampled
        self.seen = 0  # computed
        self.done = False


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    trace = Recorder()
    seqs = [Seq(*request) for request in requests]
    trace.outputs.update((seq.rid, []) for seq in seqs)
    trace.scheduled.update((seq.rid, 0) for seq in seqs)
    ring = [None] * depth
    head = tail = 0  # launched and delivered so far
    future = {}  # (rid, k) -> step that samples it
    running = []
    pending = iter(seqs)
    coming = next(pending, None)
    while True:
        tokens, sources, sampled = {}, {}, []
        if head - tail < depth:
            left = token_budget
            index = 0
            while left > 0:
                if index == len(running):
                    if coming is None or index >= max_seqs:
                        break
                    running.append(coming)
                    coming = next(pending, None)
                seq = running[index]
                index += 1
                want = 0 if seq.gone == seq.limit else seq.prompt + seq.gone - seq.seen
                n = want if want < left else left
                if n == 0:
                    continue
                seq.seen += n
                left -= n
                tokens[seq.rid] = n
                trace.scheduled[seq.rid] += n
                k = seq.seen - seq.prompt  # the output that is read last, if any
                if k > seq.here:
                    sources[seq.rid] = future[seq.rid, k]
                if n == want:
                    seq.gone += 1
                    future[seq.rid, seq.gone] = head + 1
                    sampled.append((seq, seq.gone))
        if tokens:
            ring[head % depth] = sampled
            head += 1
            trace.launch(head, tokens, sources)
            continue
        if head == tail:
            return trace
        values, done = {}, []
        for seq, k in ring[tail % depth]:
            if seq.done:
                trace.wasted += 1
                continue
            values[seq.rid] = token = model(seq.rid, k)
            trace.outputs[seq.rid].append(token)
            seq.here = k
            if k == seq.limit or token == eos:
                seq.done = True
                done.append(seq.rid)
        running = [seq for seq in running if not seq.done]
        tail += 1
        trace.deliver(tail, values, done)
