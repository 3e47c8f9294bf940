"""Replay a workload of 100,000 operations on a prefix cache; print speed and memory.

Usage: python bench/cache.py radix|eviction|blocks [FILE]
FILE is any module that keeps the drill's contract; without it the reference is measured.
The workload is made from a fixed seed: shared system prompts, chats of several turns, and chats
that branch off an earlier turn of another one. An operation is one call of the cache.
Seconds are of the processor; memory is what the process grew by at its peak, without the workload.
Left out: whether the answers are right (`drill grade`), and the model.
"""

import random
import resource
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

OPERATIONS = 100_000
SEED = 20
VOCABULARY = 32_000
SYSTEM_PROMPTS = 12
CHATS = 400  # that may go on at a time
TURNS = 8  # of one chat
SLOTS = 120_000  # of the pool that `eviction` shares; the workload caches several times as many
BLOCK_SIZE = 16


class Request(NamedTuple):
    """One turn of a chat: the prompt is everything so far."""

    prompt: tuple[int, ...]
    answer: tuple[int, ...]


class Call:
    """One call of the cache; `back` is what it returned, once it was made."""

    def __init__(self, cache: Any, method: str, *args: object) -> None:
        self.act: Callable[..., Any] = getattr(cache, method)
        self.args = args
        self.back: Any = None

    def __call__(self) -> None:
        """Make it."""
        self.back = self.act(*self.args)


# --- the workload ---


def requests(count: int) -> list[Request]:
    """Return the first `count` requests; the same in every run."""
    rng = random.Random(SEED)
    systems = [_tokens(rng, 32, 240) for _ in range(SYSTEM_PROMPTS)]
    chats: deque[list[tuple[int, ...]]] = deque(maxlen=CHATS)  # of each, how it stood after a turn
    made: list[Request] = []
    while len(made) < count:
        chat = _next_chat(rng, systems, chats)
        prompt = chat[-1] + _tokens(rng, 4, 40)
        made.append(Request(prompt, _tokens(rng, 4, 40)))
        chat.append(prompt + made[-1].answer)
    return made


def _next_chat(
    rng: random.Random, systems: list[tuple[int, ...]], chats: deque[list[tuple[int, ...]]]
) -> list[tuple[int, ...]]:
    """Return the chat whose turn it is: a new one, a branch of another, or one that goes on."""
    kind = rng.random()
    if not chats or kind < 0.2:
        # Subtle: squared, so that the first system prompts are used far more often than the last
        chats.append([systems[int(rng.random() ** 2 * SYSTEM_PROMPTS)]])
        return chats[-1]
    chat = chats[int(rng.random() * len(chats))]
    if kind < 0.4 or len(chat) > TURNS:
        chats.append(chat[: 1 + int(rng.random() * len(chat))])
        return chats[-1]
    return chat


def _tokens(rng: random.Random, least: int, most: int) -> tuple[int, ...]:
    length = least + int(rng.random() * (most - least + 1))
    return tuple(int(rng.random() * VOCABULARY) for _ in range(length))


# --- one small function a drill: yields the calls to make, in order ---


def replay_radix(module: ModuleType, work: list[Request]) -> Iterator[Call]:
    """Match what a request brings, insert what it leaves behind."""
    tree: Any = module.RadixTree()
    first = 0
    for prompt, answer in work:
        yield Call(tree, "match_prefix", prompt[:-1])
        tokens = prompt + answer[:-1]
        yield Call(tree, "insert", tokens, range(first, first + len(tokens)))
        first += len(tokens)


def replay_eviction(module: ModuleType, work: list[Request]) -> Iterator[Call]:
    """Match, lock, evict what is missing, insert, free the duplicates, unlock."""
    tree: Any = module.RadixTree()
    free = list(range(SLOTS))
    for prompt, answer in work:
        yield (match := Call(tree, "match_prefix", prompt[:-1]))
        cached, node = match.back
        yield Call(tree, "inc_lock_ref", node)
        tokens = prompt + answer[:-1]
        new = len(tokens) - len(cached)
        if len(free) < new:
            yield (evict := Call(tree, "evict", new - len(free)))
            free += evict.back
        slots = cached + [free.pop() for _ in range(new)]
        yield (insert := Call(tree, "insert", tokens, slots))
        free += slots[len(cached) : insert.back]
        yield Call(tree, "dec_lock_ref", node)


def replay_blocks(module: ModuleType, work: list[Request]) -> Iterator[Call]:
    """Allocate, compute the prompt, append the answer a token at a time, give everything back."""
    given: Any = sys.modules["given"]
    manager: Any = module.BlockManager(SLOTS // BLOCK_SIZE, BLOCK_SIZE)
    for number, (prompt, answer) in enumerate(work):
        seq = given.Sequence(str(number), prompt)
        yield (hits := Call(manager, "can_allocate", seq))
        yield Call(manager, "allocate", seq, hits.back)
        yield from _computed(manager, seq, len(prompt) - seq.num_cached_tokens)
        for token in answer[:-1]:
            seq.append_token(token)
            yield Call(manager, "may_append", seq)
            yield from _computed(manager, seq, 1)
        yield Call(manager, "deallocate", seq)


def _computed(manager: Any, seq: Any, tokens: int) -> Iterator[Call]:
    seq.num_scheduled_tokens = tokens
    yield Call(manager, "hash_blocks", seq)
    seq.num_cached_tokens += tokens


# --- measuring ---

REPLAYS: dict[str, tuple[Callable[[ModuleType, list[Request]], Iterator[Call]], int]] = {
    "radix": (replay_radix, 2),  # calls that a request makes at least
    "eviction": (replay_eviction, 4),
    "blocks": (replay_blocks, 8),
}


def load(drill: str, file: str | None) -> ModuleType:
    """Return the module to measure; it finds the drill's own given.py."""
    sys.modules["given"] = import_module(f"drills.{drill}.given")
    if file is None:
        return import_module(f"reference.{drill}")
    module = ModuleType(drill)
    sys.modules[drill] = module
    exec(compile(Path(file).read_text(encoding="utf-8"), file, "exec"), module.__dict__)
    return module


def main(drill: str, file: str | None) -> int:
    """Measure, print, and return the exit code."""
    replay, least = REPLAYS[drill]
    module = load(drill, file)
    work = requests(OPERATIONS // least)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    done, seconds = 0, 0.0
    for call in replay(module, work):
        began = time.process_time()
        call()
        seconds += time.process_time() - began
        done += 1
        if done == OPERATIONS:
            break
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    show(f"{drill}  {file or 'reference'}")
    show(f"operations    {done:>11,}")
    show(f"a second      {done / seconds:>11,.0f}")
    show(f"peak memory   {grown / 1024:>11,.1f} MiB")
    return 0


def show(line: str) -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in REPLAYS:
        show("usage: python bench/cache.py radix|eviction|blocks [FILE]")
        raise SystemExit(2)
    raise SystemExit(main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None))
