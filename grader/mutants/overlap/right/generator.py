"""Right: each request is a generator that is asked for tokens. Odd: the trace is an object of its own class with the four attributes."""

class Book:
    def __init__(self):
        self.events = []
        self.outputs = {}
        self.scheduled = {}
        self.wasted = 0


class Life:
    def __init__(self, rid, prompt, limit):
        self.rid, self.prompt, self.limit = rid, prompt, limit
        self.here, self.air, self.ended, self.steps = [], 0, False, []
        self.chunks = self.walk()
        self.ask = next(self.chunks)

    def walk(self):
        """Yield how many tokens are wanted, and be sent how many were given."""
        want = self.prompt
        for _ in range(self.limit):
            while want:
                want -= yield want
            want = 1
        yield 0


def run_overlap(requests, *, token_budget, max_seqs, depth=2, eos=None, model):
    for size in [depth, token_budget, max_seqs]:
        if size < 1:
            raise ValueError(f"bad size {size}")
    for rid, prompt, max_tokens in requests:
        if prompt < 1 or max_tokens < 1:
            raise ValueError(f"bad request {rid}: {prompt} {max_tokens}")
    book = Book()
    lives = [Life(*request) for request in requests]
    for life in lives:
        book.outputs[life.rid] = life.here
        book.scheduled[life.rid] = 0
    waiting, running, air = lives[:], [], []
    step = 1

    def launch():
        nonlocal step
        left, tokens, sources, rows = token_budget, {}, {}, []
        position = 0
        while left and (position < len(running) or (waiting and len(running) < max_seqs)):
            if position == len(running):
                running.append(waiting.pop(0))
            life = running[position]
            position += 1
            n = min(life.ask, left)
            if n == 0:
                continue
            last = n == life.ask
            book.scheduled[life.rid] += n
            if book.scheduled[life.rid] > life.prompt + len(life.here):
                sources[life.rid] = life.steps[-1]
            life.ask = life.chunks.send(n)
            tokens[life.rid] = n
            left -= n
            if last:
                life.steps.append(step)
                rows.append(life)
        if tokens:
            book.events.append(("S", step, tokens, sources))
            air.append((step, rows))
            step += 1
        return bool(tokens)

    def land():
        number, rows = air.pop(0)
        values, done = {}, []
        for life in rows:
            if life.ended:
                book.wasted += 1
                continue
            values[life.rid] = model(life.rid, len(life.here) + 1)
            life.here.append(values[life.rid])
            life.ended = values[life.rid] == eos or len(life.here) >= life.limit
            if life.ended:
                running.remove(life)
                done.append(life.rid)
        book.events.append(("U", number, values, done))

    while True:
        while len(air) < depth and launch():
            pass
        if not air:
            return book
        land()
