"""A class for each way with a common face; choose() is max() over ways with a preference."""

from abc import ABC, abstractmethod

from given import Decision


def positive(**named):
    for name, value in named.items():
        if value <= 0:
            raise ValueError(f"{name}={value}")


def not_negative(**named):
    for name, value in named.items():
        if value < 0:
            raise ValueError(f"{name}={value}")


class Way(ABC):
    mode = ""
    preference = 0

    @abstractmethod
    def seconds(self):
        """Return what it costs."""

    def is_possible(self, room):
        return room >= 0


class Swap(Way):
    mode = "swap"

    def __init__(self, tokens, model, gpu, block_size, shared, copies):
        positive(tokens=tokens, block_size=block_size, copies_per_block=copies)
        not_negative(shared_blocks=shared)
        full, rest = divmod(tokens, block_size)
        self.private = full + (1 if rest else 0) - shared
        if self.private < 0:
            raise ValueError(f"shared_blocks={shared}")
        self.gpu, self.copies = gpu, copies
        self.bytes = block_size * model.layers * model.head_dim * model.kv_heads * model.kv_bytes

    def seconds(self):
        wire = 4 * self.private * self.bytes / self.gpu.pcie
        return wire + 2 * self.private * self.copies * self.gpu.copy_latency

    def is_possible(self, room):
        return self.private <= room


class Recompute(Way):
    mode = "recompute"
    preference = 1

    def __init__(self, tokens, model, gpu, cached):
        positive(tokens=tokens)
        not_negative(cached=cached)
        self.new = max(tokens - cached, 1)
        self.span = (2 * tokens - self.new) * self.new
        self.model, self.gpu = model, gpu

    def seconds(self):
        m = self.model
        flops = 2.0 * m.params * self.new + 2.0 * m.layers * m.heads * m.head_dim * self.span
        return flops / self.gpu.mfu / self.gpu.flops


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    return Swap(tokens, model, gpu, block_size, shared_blocks, copies_per_block).seconds()


def recompute_seconds(tokens, model, gpu, *, cached=0):
    return Recompute(tokens, model, gpu, cached).seconds()


def choose(
    tokens,
    model,
    gpu,
    *,
    block_size,
    host_free_blocks,
    cached=0,
    shared_blocks=0,
    copies_per_block=1,
):
    not_negative(host_free_blocks=host_free_blocks)
    swap = Swap(tokens, model, gpu, block_size, shared_blocks, copies_per_block)
    ways = [swap, Recompute(tokens, model, gpu, cached)]
    possible = [way for way in ways if way.is_possible(host_free_blocks)]
    best = max(possible, key=lambda way: (-way.seconds(), way.preference))
    return Decision(mode=best.mode, seconds=best.seconds(), freed_blocks=swap.private)


def victims(running, need_blocks, policy="fcfs"):
    positive(need_blocks=need_blocks)
    for rid, private, _, _ in running:
        positive(**{rid: private})
    if policy == "fcfs":
        rank = {entry[0]: place for place, entry in enumerate(running)}
    elif policy == "priority":
        rank = {entry[0]: entry[2:] for entry in running}
    else:
        raise ValueError("no such policy: " + policy)
    order = sorted(running, key=lambda entry: rank[entry[0]], reverse=True)
    short = need_blocks
    gone = []
    for entry in order:
        if short <= 0:
            break
        gone, short = [*gone, entry[0]], short - entry[1]
    return [] if short > 0 else gone
