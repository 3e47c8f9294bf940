"""One long function on parallel dicts; a generator yields events; all tokens are asked beforehand."""

from given import Trace


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    sizes = [depth, token_budget, max_seqs] + [n for r in requests for n in r[1:]]
    bad = [n for n in sizes if n < 1]
    if bad:
        raise ValueError(*bad)
    trace = Trace()

    def events():
        prompt = {r: p for r, p, _ in requests}
        limit = {r: m for r, _, m in requests}
        will = {}  # all tokens of a request up to its end, with the end's number
        for r in prompt:
            tokens = []
            while len(tokens) < limit[r] and (not tokens or tokens[-1] != eos):
                tokens.append(model(r, len(tokens) + 1))
            will[r] = tokens
        computed = dict.fromkeys(prompt, 0)
        sampled = dict.fromkeys(prompt, 0)
        delivered = dict.fromkeys(prompt, 0)
        steps = {r: [] for r in prompt}
        queue = [*prompt][::-1]
        running = {}
        pipe = []
        step = 0
        while True:
            batch, sources, samples = {}, {}, []
            if len(pipe) < depth:
                left = token_budget
                admit = False
                candidates = list(running)
                while left:
                    if candidates:
                        r = candidates.pop(0)
                    elif queue and len(running) < max_seqs:
                        r = queue.pop()
                        running[r] = None
                    else:
                        break
                    if sampled[r] == limit[r]:
                        continue
                    goal = prompt[r] + sampled[r]
                    n = left if left < goal - computed[r] else goal - computed[r]
                    left -= n
                    batch[r] = n
                    computed[r] += n
                    trace.scheduled[r] = trace.scheduled.get(r, 0) + n
                    if delivered[r] < sampled[r]:
                        sources[r] = steps[r][-1]
                    if computed[r] == goal:
                        samples.append((r, sampled[r]))
                        sampled[r] += 1
                        steps[r].append(step + 1)
            if batch:
                step += 1
                pipe += [(step, samples)]
                yield "S", step, batch, sources
            elif pipe:
                number, got = pipe.pop(0)
                out, done = {}, []
                for r, k in got:
                    if r not in running:
                        continue
                    out[r] = will[r][k]
                    delivered[r] += 1
                    if delivered[r] == len(will[r]):
                        del running[r]
                        done += [r]
                        trace.outputs[r] = will[r]
                        trace.wasted -= delivered[r]
                yield "U", number, out, done
            else:
                break
        trace.wasted += sum(sampled.values())

    trace.events.extend(events())
    return trace
