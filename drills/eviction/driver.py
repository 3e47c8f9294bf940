"""Plays a list of operations on a radix tree with locks and writes down what it answers and holds.

A scenario has a page size `page`, the `pace` of the clock (1: ticks 1, 2, 3; 2: ticks 0, 0, 1, 1,
as a clock may stand still for so many calls), and operations {"do", "tokens", "n"} in order:

    insert  cache the tokens in slots that were never handed in before
    match   match the tokens
    lock    match the tokens and lock the node
    unlock  take back lock n of those still held, counted from the oldest, modulo their number
    evict   evict n tokens
    split   match the tokens and split the node, by n after its first page or a later one
    bad     match the tokens and unlock the node, which no held lock protects: ValueError
    later   lock a node that an earlier call matched: the last one (n 0), or n matches before
    cut     split such a node after its first page, without a match
    refuse  unlock such a node, which no held lock protects, without a match: ValueError
    uneven  insert the tokens with a slot too many (n 0) or one too few: ValueError
    miscut  split such a node at 0 (n 0), at its end (1), below 0 (2), inside a page (3) or, for 4,
            the root: ValueError
    swap    go on with the other one of two trees, which the first swap makes

`leaves` > 0 asks for the cost of eviction instead (`alone`: each leaf has a parent of its own),
`pool` > 0 for level 2, which is played with
the operations start (prompt in tokens, n is sampled after it), step (request n goes on with its
prompt, `chunk` tokens at a time, or decodes and samples tokens[0]), finish (request n) and swap.
"""

from collections.abc import Callable, Iterable
from itertools import count, islice
from time import thread_time
from types import ModuleType
from typing import Any, TypeAlias, cast

from given import Node, Request
from grader.plain import Plain, attempt, plain

FIRST_SLOT = 10  # so that slots do not look like tokens
BIG = 1 << 200  # larger integers are written as text
TEXT = 60  # characters kept of what is no number
SPENT = -1  # overwrites a slot list after its insert: the tree must not have kept it
PER_PARENT = 64  # leaves below one parent, in the cost scenario
COUNTED = 5_000  # leaves up to which looks at ticks are counted, above that ticks are plain
SMALL = 2_000  # leaves of the plain tree that is tried first
SLOWER = 4  # times as long as the filling of the tree an eviction of half of it may take
LIST: Any = list  # these three are called past what a subclass overrides
TUPLE: Any = tuple
DICT: Any = dict
OTHER = 1_000  # slots of the other tree begin so much later


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Return {"steps", "life", "cost"}, of which one is filled, by the kind of scenario.

    Ends early at an exception that the contract does not know.
    """
    if scenario["leaves"]:
        cost = _cost(module, scenario["leaves"], scenario.get("alone", False))
        return {"steps": [], "life": [], "cost": cost}
    steps = _steps(Life if scenario["pool"] else Play, module, scenario)
    if scenario["pool"]:
        return {"steps": [], "life": steps, "cost": None}
    return {"steps": steps, "life": [], "cost": None}


def _steps(
    kind: "type[Play] | type[Life]", module: ModuleType, scenario: dict[str, Any]
) -> list[Plain]:
    """Play the operations on one tree, or on two between which `swap` goes back and forth."""
    plays = [kind(module, scenario, 0)]
    steps: list[Plain] = []
    for index, op in enumerate(scenario["ops"]):
        if op["do"] == "swap":
            plays = [plays[1] if plays[1:] else kind(module, scenario, 1), plays[0]]
        if plays[0].unmade is not None:
            steps.append({"op": index, "answers": [plays[0].unmade], **UNSEEN})
            break
        answers = cast(list[Plain] | None, getattr(plays[0], f"_{op['do']}")(op["tokens"], op["n"]))
        if answers is not None:
            steps.append({"op": index, "answers": answers, **plays[0].seen(4 * index + 8)})
        if plays[0].stopped:
            break
    return steps


NONE: list[Plain] = []
UNSEEN: dict[str, Plain] = dict.fromkeys(
    ("sizes", "tree", "free", "given", "wrong", "requests"), NONE
)


class Clock:
    """Gives the ticks of a scenario, and counts how often it is asked."""

    def __init__(self, pace: int) -> None:
        self.asked = 0
        self.ticks = clock_of(pace)

    def __call__(self) -> int:
        """Return the next tick."""
        self.asked += 1
        return self.ticks()


def clock_of(pace: int) -> Callable[[], int]:
    """Return a clock that moves on at every call, or at every second, third, … one."""
    calls = count(1) if pace == 1 else (call // pace for call in count())
    return calls.__next__


ROOT = -2  # the depth under which a root that is locked is written


class Tree:
    """What both levels do with a tree: call it, and look at it."""

    def __init__(self) -> None:
        self.tree: Any = None
        self.unmade: Plain = None  # what the constructor raised
        self.node: Any = None  # what the last match returned
        self.matched: Any = None  # the list beside it
        self.stopped = False

    def _make(self, kind: Callable[..., object], *args: object, **named: object) -> None:
        def make() -> None:
            self.tree = kind(*args, **named)

        outcome = attempt(make)
        self.unmade = self._raised(outcome) if "raised" in outcome else None

    def seen(self, cap: int) -> dict[str, Plain]:
        """Return the sizes, and the nodes in preorder, children by key; at most `cap` nodes."""
        sizes = [self._ask(name) for name in ("evictable_size", "protected_size", "total_size")]
        nodes: list[Plain] = []
        if "raised" in attempt(_look, self.tree.root, cap, nodes):
            self.stopped = True
            nodes.append({"depth": -1, "key": [], "slots": [], "lock": "cannot be read"})
        lock = attempt(_root_lock, self.tree).get("returned", "cannot be read")
        if lock != 0:  # no node of the tree, so written with a depth that none has
            nodes.insert(0, {"depth": ROOT, "key": [], "slots": [], "lock": lock})
        return {"sizes": cast(Plain, sizes), "tree": nodes}

    def _matched(self, tokens: list[int]) -> Plain:
        """Match; keep the node, return the slots, and spoil the list: it is a new one."""
        answer = self._list(self._match_both, list(tokens))
        if issubclass(type(self.matched), LIST):
            LIST.__setitem__(self.matched, slice(None), [SPENT])
        return answer

    def _match_both(self, tokens: list[int]) -> object:
        self.matched, self.node = self.tree.match_prefix(tokens)
        return self.matched

    def _try(self, call: Callable[..., object], *args: object) -> Plain:
        """Call for the effect: "done", whatever was returned, or what was raised."""
        outcome = attempt(call, *args)
        return self._raised(outcome) if "raised" in outcome else "done"

    def _list(self, call: Callable[..., object], *args: object) -> Plain:
        """Call for a list of slots."""
        outcome = attempt(call, *args)
        if "raised" in outcome:
            return self._raised(outcome)
        value = outcome["returned"]
        return _numbers(value) if type(value) is list else str(value)[:TEXT]

    def _swap(self, _: list[int], __: int) -> list[Plain]:
        return []

    def _ask(self, method: str, *args: object) -> Plain:
        """Call for a number."""
        outcome = attempt(getattr(self.tree, method), *args)
        return self._raised(outcome) if "raised" in outcome else _number(outcome["returned"])

    def _raised(self, outcome: dict[str, Plain]) -> Plain:
        self.stopped = True
        return {"raised": outcome["raised"], "says": outcome["says"], "line": outcome["line"]}


Handle: TypeAlias = tuple[Any, list[int]]  # a node, and the prefix that it stands for


class Play(Tree):
    """One list of operations on one tree; `held` and `known` are oldest first."""

    def __init__(self, module: ModuleType, scenario: dict[str, Any], which: int) -> None:
        super().__init__()
        self.page: int = scenario["page"]
        self.clock = Clock(scenario["pace"])
        if self.page == 1:  # in each of the ways that the constructor allows
            self._make(module.RadixTree, clock=self.clock)
        elif self.page == 2:
            self._make(module.RadixTree, page_size=2, clock=self.clock)
        else:
            self._make(module.RadixTree, self.page, self.clock)
        self.next_slot = FIRST_SLOT + which * OTHER
        self.held: list[Handle] = []
        self.known: list[Handle] = []  # what was matched, as far as no eviction can have taken it

    def seen(self, cap: int) -> dict[str, Plain]:
        """Return what Tree.seen does, and how often the clock was asked since the beginning."""
        return {**super().seen(cap), "asked": self.clock.asked}

    def _insert(self, tokens: list[int], _: int) -> list[Plain]:
        slots = list(range(self.next_slot, self.next_slot + len(tokens)))
        self.next_slot += len(tokens)
        answer = self._ask("insert", list(tokens), slots)
        slots[:] = [SPENT] * len(tokens)
        return [answer]

    def _uneven(self, tokens: list[int], n: int) -> list[Plain]:
        size = max(0, len(tokens) + (-1 if n else 1))
        slots = list(range(self.next_slot, self.next_slot + size))
        self.next_slot += len(tokens)
        return self._error([str(len(tokens)), str(size)], self.tree.insert, list(tokens), slots)

    def _error(self, names: list[str], call: Callable[..., object], *args: object) -> list[Plain]:
        """Call what must raise a ValueError that names this; the run goes on only if it does."""
        answer = self._try(call, *args)
        if type(answer) is dict and answer["raised"] == "ValueError":
            says = str(answer["says"])
            self.stopped = not all(name in says for name in names)
            return [answer if self.stopped else "ValueError"]
        self.stopped = True
        return [answer]

    def _matched(self, tokens: list[int]) -> Plain:
        slots = super()._matched(tokens)
        if type(slots) is list:
            self.known.append((self.node, tokens[: len(slots)]))
        return slots

    def _match(self, tokens: list[int], _: int) -> list[Plain]:
        return [self._matched(tokens)]

    def _handle(self, n: int) -> Handle:
        return self.known[-1 - n % len(self.known)]

    def _later(self, _: list[int], n: int) -> list[Plain] | None:
        if not self.known:
            return None
        handle = self._handle(n)
        self.held.append(handle)
        return [self._try(self.tree.inc_lock_ref, handle[0])]

    def _lock(self, tokens: list[int], _: int) -> list[Plain]:
        slots = self._matched(tokens)
        if type(slots) is not list:
            return [slots]
        self.held.append((self.node, tokens[: len(slots)]))
        return [slots, self._try(self.tree.inc_lock_ref, self.node)]

    def _unlock(self, _: list[int], n: int) -> list[Plain] | None:
        if not self.held:
            return None
        node, _prefix = self.held.pop(n % len(self.held))
        return [self._try(self.tree.dec_lock_ref, node)]

    def _evict(self, _: list[int], n: int) -> list[Plain]:
        self.known = list(self.held)
        return [self._list(self.tree.evict, n)]

    def _split(self, tokens: list[int], n: int) -> list[Plain]:
        slots = self._matched(tokens)
        if type(slots) is not list:
            return [slots]
        pages = self._pages_of_match()
        if pages < 2:
            return [slots]
        return [slots, self._list(self._split_node, self.page * (1 + n % (pages - 1)), tokens)]

    def _cut(self, _: list[int], n: int) -> list[Plain] | None:
        if not self.known:
            return None
        self.node, prefix = self._handle(n)
        if self._pages_of_match() < 2:
            return []
        return [self._list(self._split_node, self.page, prefix)]

    def _miscut(self, _: list[int], n: int) -> list[Plain] | None:
        if not self.known:
            return None
        self.node = self.tree.root if n == 4 else self._handle(0)[0]
        key = self._list(self._key_of_match)
        end = len(key) if type(key) is list else 0
        k = (0, end, -self.page, self.page - 1, self.page)[n % 5]
        return self._error([str(k)], self.tree.split, self.node, k)

    def _pages_of_match(self) -> int:
        key = self._list(self._key_of_match)
        return len(key) // self.page if type(key) is list else 0

    def _key_of_match(self) -> list[int]:
        return list(items(self.node.key))

    def _split_node(self, k: int, tokens: list[int]) -> Plain:
        """Split the node that was matched last; return what the upper half spells."""
        upper = self.tree.split(self.node, k)
        spelled = _spell(upper, 100)
        self.known.append((upper, tokens[: len(spelled)] if type(spelled) is list else []))
        return spelled

    def _bad(self, tokens: list[int], _: int) -> list[Plain]:
        slots = self._matched(tokens)
        if type(slots) is not list:
            return [slots]
        return [slots, *self._refused(self.node, tokens[: len(slots)])]

    def _refuse(self, _: list[int], n: int) -> list[Plain] | None:
        return self._refused(*self._handle(n)) if self.known else None

    def _refused(self, node: Any, prefix: list[int]) -> list[Plain]:
        """Unlock a node for which no lock is held, if it is such a node."""
        if not prefix or any(held[: len(prefix)] == prefix for _, held in self.held):
            return []
        answer = self._try(self.tree.dec_lock_ref, node)
        self.stopped = type(answer) is not dict or answer["raised"] != "ValueError"
        return [answer]


class Life(Tree):
    """Requests on a pool of slots: admits them, plays the model, and lets the tree be told."""

    def __init__(self, module: ModuleType, scenario: dict[str, Any], which: int) -> None:
        super().__init__()
        self.chunk: int = scenario["chunk"]
        self.size: int = scenario["pool"]
        ops: list[dict[str, Any]] = scenario["ops"]
        self.longest = 8 + len(ops) + max((len(op["tokens"]) for op in ops), default=0)
        self.slots = range(which * self.size, (which + 1) * self.size)
        self.pool = set(self.slots)
        page: int = scenario["page"]
        if page == 1:
            self._make(module.RequestCache, self._free)
        elif page == 2:
            self._make(module.RequestCache, free=self._free, page_size=2, clock=clock_of(1))
        else:
            self._make(module.RequestCache, self._free, page, clock_of(1))
        self.running: list[tuple[Request, int]] = []  # (request, length of its prompt)
        self.given: list[int | str] = []  # slots freed inside cache_unfinished or cache_finished
        self.wrong: list[int | str] = []  # of these, slots that were free already, or no slots

    def seen(self, cap: int) -> dict[str, Plain]:
        """Return what Tree.seen does, the pool, and the requests."""
        tree = super().seen(cap + self.size)
        requests: list[Plain] = []
        if "raised" in attempt(self._look_at_requests, requests):
            self.stopped = True
        pool = cast(Plain, sorted(self.pool))
        given = cast(Plain, sorted(self.given, key=str))
        wrong = cast(Plain, list(self.wrong))
        self.given.clear()
        self.wrong.clear()
        return {**tree, "free": pool, "given": given, "wrong": wrong, "requests": requests}

    def _look_at_requests(self, requests: list[Plain]) -> None:
        for request, _ in self.running:
            cap = 2 * self.size + self.longest
            are_lists = [issubclass(type(one), LIST) for one in (request.tokens, request.slots)]
            if not all(are_lists):
                self.stopped = True  # the engine appends to both
            seen = {
                "tokens": _numbers(request.tokens, cap),
                "slots": _numbers(request.slots, cap) if are_lists[1] else ["no list"],
                "protected": _number(request.protected_len),
                "node": _spell(request.last_node, cap),
            }
            requests.append(cast(Plain, seen))

    def _start(self, prompt: list[int], sampled: int) -> list[Plain]:
        slots = self._matched(prompt[:-1])
        if type(slots) is not list:
            return [slots]
        node = self.node
        locked = self._try(self.tree.inc_lock_ref, node)
        request = Request(list(prompt), cast(list[int], list(slots)), len(slots), node)
        evicted, taken = self._take(self._to_compute(request, len(prompt)))
        if taken is None:
            unlocked = self._try(self.tree.dec_lock_ref, node)
            return [slots, locked, evicted, "refused", unlocked]
        request.slots += taken
        self.running.append((request, len(prompt)))
        return [slots, locked, evicted, self._computed(request, len(prompt), sampled)]

    def _step(self, tokens: list[int], n: int) -> list[Plain] | None:
        if not self.running:
            return None
        request, prompt = self.running[n % len(self.running)]
        in_prompt = LIST.__len__(request.slots) < prompt
        evicted, taken = self._take(self._to_compute(request, prompt) if in_prompt else 1)
        if taken is None:
            return [evicted, "refused"]
        LIST.extend(request.slots, taken)
        if in_prompt:
            return [evicted, self._computed(request, prompt, tokens[0])]
        LIST.append(request.tokens, tokens[0])
        return [evicted]

    def _finish(self, _: list[int], n: int) -> list[Plain] | None:
        if not self.running:
            return None
        request, _prompt = self.running.pop(n % len(self.running))
        self.given.clear()
        return [self._try(self.tree.cache_finished, request)]

    def _computed(self, request: Request, prompt: int, sampled: int) -> Plain:
        """Some of the prompt has KV now; with the last of it, a token is sampled."""
        if LIST.__len__(request.slots) == prompt:
            LIST.append(request.tokens, sampled)
        self.given.clear()
        return self._try(self.tree.cache_unfinished, request)

    def _to_compute(self, request: Request, prompt: int) -> int:
        left: int = prompt - LIST.__len__(request.slots)
        return min(left, self.chunk) if self.chunk else left

    def _take(self, need: int) -> tuple[Plain, list[int] | None]:
        """Take the lowest free slots; evict first what is missing. None: there is no room."""
        evicted: Plain = []
        if need > len(self.pool):
            evicted = self._list(self.tree.evict, need - len(self.pool))
            self._back(evicted if type(evicted) is list else [])
        if need > len(self.pool) or self.stopped:
            return evicted, None
        taken = sorted(self.pool)[:need]
        self.pool.difference_update(taken)
        return evicted, taken

    def _free(self, slots: Iterable[object]) -> None:
        """Give slots back to the pool: the function that the learner's code is handed."""
        numbers = _numbers(slots, 4 * self.size)
        self.given += numbers
        self._back(numbers)

    def _back(self, slots: Iterable[object]) -> None:
        for slot in slots:
            if type(slot) is int and slot in self.slots and slot not in self.pool:
                self.pool.add(slot)
            else:
                self.wrong.append(cast("int | str", slot))


class Costly(Exception):
    """Raised out of a look at a tick once there were more than any right program needs."""


class Meter:
    """Counts looks at ticks; at the limit it ends the run."""

    def __init__(self, limit: int) -> None:
        self.count = 0
        self.limit = limit

    def add(self) -> None:
        """Count one look."""
        self.count += 1
        if self.count > self.limit:
            raise Costly(f"more than {self.limit:,} comparisons of ticks")


class Tick(int):
    """An int that counts how often somebody looks at it."""

    meter: Meter

    def __copy__(self) -> "Tick":
        """Return itself, as an int does."""
        return self

    def __deepcopy__(self, _: object) -> "Tick":
        """Return itself, as an int does."""
        return self

    def __reduce_ex__(self, _: object) -> Any:
        """Be pickled as the plain int, which is one look."""
        self.meter.add()
        return int, (int.__add__(self, 0),)


def _counted(name: str) -> Callable[..., object]:
    method: Callable[..., object] = getattr(int, name)

    def look(self: Tick, *others: object) -> object:
        self.meter.add()
        return method(self, *others)

    return look


LOOKS = """lt gt le ge ne hash int index bool float str repr format add radd sub rsub mul rmul and
rand or ror xor rxor mod rmod floordiv rfloordiv truediv rtruediv divmod rdivmod pow rpow neg pos
abs invert lshift rlshift rshift rrshift trunc floor ceil round"""
for _name in LOOKS.split():  # eq is left out: tuples ask it before each <
    setattr(Tick, f"__{_name}__", _counted(f"__{_name}__"))


def limit_of(leaves: int) -> int:
    """Return 20 * (n + k * log2 n) for n leaves, k = n / 2 evicted: 573,440 at n = 4096."""
    return 20 * (leaves + leaves // 2 * (leaves.bit_length() - 1))


def _cost(module: ModuleType, leaves: int, alone: bool) -> dict[str, Plain]:
    """Count the looks at ticks; above COUNTED leaves time the eviction against the filling instead.

    The plain tree is tried small and large, and a slow one twice, since a machine may be busy.
    """
    meter = Meter(limit_of(leaves))
    if leaves <= COUNTED:
        clock = clock_of(1)

        def tick() -> int:
            number = Tick(clock())
            number.meter = meter
            return number

        told = _play_load(module, leaves, tick, 1 if alone else PER_PARENT)[1]
        return {"compared": meter.count, "slow": 0, **told}
    told = _play_plain(module, SMALL)
    return told if told["slow"] or told["raised"] else _play_plain(module, leaves)


def _play_plain(module: ModuleType, leaves: int) -> dict[str, Plain]:
    is_slow, told = _play_load(module, leaves, clock_of(1))
    if is_slow:
        is_slow, told = _play_load(module, leaves, clock_of(1))
    return {"compared": 0, "slow": leaves * is_slow, **told}


def _play_load(
    module: ModuleType, leaves: int, tick: Callable[[], int], per_parent: int = PER_PARENT
) -> tuple[bool, dict[str, Plain]]:
    """Fill a tree, use the leaves of every second parent once more, evict half as many tokens.

    Leaf i is the tokens i // 64 and 1000 + i, below a parent of one token that is there before it,
    so nothing is ever split. Where each leaf has a parent of its own, the parents of the first half
    are used instead: these leaves go, and each makes its parent a leaf that does not. Returns
    whether the eviction took SLOWER times as long as the rest.
    """
    tree = module.RadixTree(1, tick)
    freed: list[object] = []
    times: list[float] = []

    def play() -> None:
        times.append(thread_time())
        for i in range(leaves):
            above = i // per_parent
            if i % per_parent == 0:
                tree.insert([above], [leaves + above])
            tree.insert([above, 1000 + i], [leaves + above, i])
        for j in range(leaves):
            i = j * 37 % leaves  # another order than that of the inserts
            if per_parent == 1 and i < leaves // 2:
                tree.match_prefix([i])
            elif per_parent > 1 and i // per_parent % 2:
                tree.match_prefix([i // per_parent, 1000 + i])
        times.append(thread_time())
        gone = tree.evict(leaves // 2)
        times.append(thread_time())
        freed.extend(islice(items(gone), 2 * leaves))

    outcome = attempt(play)
    is_slow = len(times) == 3 and times[2] - times[1] > SLOWER * (times[1] - times[0])
    return is_slow, {
        "freed": cast(Plain, _numbers(freed, 2 * leaves)),
        "raised": outcome.get("raised", ""),
        "says": outcome.get("says", ""),
    }


def _look(root: Any, cap: int, nodes: list[Plain]) -> None:
    todo: list[tuple[int, Any]] = [(0, child) for child in _children(root)]
    while todo and len(nodes) < cap:
        depth, node = todo.pop()
        nodes.append(
            {
                "depth": depth,
                "key": _numbers(node.key),
                "slots": _numbers(node.value),
                "lock": _number(node.lock_ref),
            }
        )
        if len(node.children):
            todo += [(depth + 1, child) for child in _children(node)]


def _root_lock(tree: Any) -> object:
    return _number(tree.root.lock_ref)


def _children(node: Any) -> list[Any]:
    """Return at most a hundred children, those with the largest key first."""
    found = node.children
    values: Any = DICT.values(found) if issubclass(type(found), DICT) else found.values()
    children: list[Any] = list(islice(values, 100))
    if len(children) > 1:
        children.sort(key=_key, reverse=True)
    return children


def _key(node: Any) -> Any:
    return node.key


def _spell(node: Node | None, cap: int) -> Plain:
    """Return the tokens on the path from the root to a node."""
    tokens: list[int] = []
    for _ in range(cap):
        if node is None:
            return cast(Plain, _numbers(tokens, cap))
        tokens[:0] = items(node.key)
        node = node.parent
    return "a path without end"


def _number(value: object) -> Any:
    """Return an int as it is and anything else as text, so that 1.0 and True are not 1."""
    if type(value) is int and -BIG < value < BIG:
        return value
    known = plain(value)
    return known if type(known) is int and -BIG < known < BIG else str(known)[:TEXT]


def items(values: Any) -> Any:
    """Return a list or tuple as one that no class of the learner's has overridden."""
    for kind in (LIST, TUPLE):
        if type(values) is not kind and issubclass(type(values), kind):
            return kind.__getitem__(values, slice(None))
    return values


def _numbers(values: Any, cap: int = 400) -> list[Any]:
    values = items(values)
    kept: Any = islice(values, cap) if len(values) > cap else values
    return [v if type(v) is int and -BIG < v < BIG else _number(v) for v in kept]
