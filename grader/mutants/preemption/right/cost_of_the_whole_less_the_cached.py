"""Takes a recompute for the whole less what the cached tokens would cost, both in float seconds."""

from dataclasses import dataclass

from given import Decision


class Refused(ValueError):
    def __init__(self, **value):
        super().__init__(repr(value))


@dataclass
class Victim:
    tokens: int
    block_size: int = 1
    shared_blocks: int = 0
    copies_per_block: int = 1
    cached: int = 0
    host_free_blocks: int = 0

    def __post_init__(self):
        least = dict(tokens=1, block_size=1, copies_per_block=1)
        for name, value in vars(self).items():
            if value < least.get(name, 0):
                raise Refused(**{name: value})
        if self.private < 0:
            raise Refused(shared_blocks=self.shared_blocks)

    @property
    def private(self):
        return -(self.shared_blocks - self.tokens // self.block_size) + (
            1 if self.tokens % self.block_size else 0
        )

    def swap(self, model, gpu):
        numbers = self.block_size * model.layers * model.kv_heads * model.head_dim * 2.0
        there = numbers * model.kv_bytes / gpu.pcie + gpu.copy_latency * self.copies_per_block
        back = there
        return self.private * (there + back)

    def recompute(self, model, gpu):
        def whole(length):
            attention = model.layers * model.heads * model.head_dim * length * 2.0 * length
            return (2.0 * model.params * length + attention) / gpu.flops / gpu.mfu

        return whole(self.tokens) - whole(min(self.cached, self.tokens - 1))


def swap_seconds(tokens, model, gpu, *, block_size, shared_blocks=0, copies_per_block=1):
    return Victim(tokens, block_size, shared_blocks, copies_per_block).swap(model, gpu)


def recompute_seconds(tokens, model, gpu, *, cached=0):
    return Victim(tokens, cached=cached).recompute(model, gpu)


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
    victim = Victim(tokens, block_size, shared_blocks, copies_per_block, cached, host_free_blocks)
    seconds = {"recompute": victim.recompute(model, gpu)}
    if host_free_blocks >= victim.private:
        seconds["swap"] = victim.swap(model, gpu)
    mode = min(seconds, key=seconds.__getitem__)  # the first of equals
    return Decision(mode, seconds[mode], victim.private)


def victims(running, need_blocks, policy="fcfs"):
    if need_blocks < 1:
        raise Refused(need_blocks=need_blocks)
    small = [private for _, private, _, _ in running if private < 1]
    if small:
        raise Refused(private_blocks=small[0])
    if policy == "priority":
        running = sorted(running, key=lambda entry: (entry[2], entry[3]))
    elif policy != "fcfs":
        raise Refused(policy=policy)
    for first in range(len(running) - 1, -1, -1):
        if sum(private for _, private, _, _ in running[first:]) >= need_blocks:
            return [rid for rid, _, _, _ in running[:-len(running) + first - 1:-1]]
    return []
