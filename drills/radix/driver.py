"""Play a list of calls on a radix tree and write down what it answers and what it looks like.

A scenario has a `page_size`, a `clock`, a `form` and `ops`, calls in order:

    insert  tokens; the slots are the next unused numbers, `extra` of them more or fewer
    match   tokens
    split   at k a node that an earlier call returned: 0 is the last one, 1 the one before it, …;
            or a node taken from `children`: -1 is the first below the root, -2 the next one, …

`clock` is [less, calls]: the tick starts at 1 - less and grows by 1 every so many calls; [] leaves
the tree its own clock. `form` says what tokens and slots come in: lists; tuples, the slots counting
down; ranges, the slots in twos, and lists of tokens that are none; "mixed", which is list, tuple
and range in turn for tokens, and tuple, range and list for slots, counting down; one list for
tokens and one for slots that serve for all calls; "same slots", lists, the slots of each call from
2**40 on; or lists, while a second tree, whose page has a token more, gets each call first. Tuples
come with a tree that is made with its arguments by position, all others with those by name that are
not the defaults. After a call the caller overwrites what it handed in and what it got, then asks
total_size and reads the whole tree. Or the scenario is `large`: a tree of a named shape, and a few
calls on it in which looks at tokens, and lines that run, are counted. Left out: what is right.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from operator import mul
from types import FrameType, ModuleType
from typing import Any, cast

from grader.plain import Plain, attempt, plain

NODES = 400  # of a tree that are read; a right tree has fewer
LONG = 400  # tokens of an edge or slots of an answer that are read
MANY = 50_000  # nodes that a large tree never has
DEPTH = 5_000  # of a tree, at most, on the way up from a node
TEXT = 60  # characters kept of something that is no number
ROUND = "a child of it hangs in two places, or there is no end to them"
LOOSE = "the parent of a node is not the one that it hangs from"
FAR = 2**40  # where slots begin that are the same in all calls
LIST: Any = list  # their own methods are called on what may be a learner's subclass
TUPLE: Any = tuple
DICT: Any = dict
UNSEEN = 10**9  # lines, where somebody has stopped the count
GOT, HANDED = -777, -888  # what the caller writes over a list it got, and over one it handed in


def run(module: ModuleType, scenario: dict[str, Any]) -> dict[str, Plain]:
    """Return {"steps": one entry for the constructor and each call, "large": the large calls}.

    Ends early at an exception that no rule speaks of, and when the tree cannot be read.
    """
    play = Play(module, scenario)
    steps: list[Plain] = [play.build()]
    large: list[Plain] = []
    if scenario["large"] is not None and not play.stopped:
        large += Large(play, **scenario["large"]).queries()
    for index, op in enumerate(scenario["ops"]):
        if play.stopped:
            break
        steps.append(play.step(index, op))
    return {"steps": steps, "large": large}


class Clock:
    """Gives the tick of the call that is being played, and counts how often it is asked."""

    def __init__(self, less: int = 0, calls: int = 1) -> None:
        self.first, self.calls = 1 - less, calls
        self.call = self.asked = 0

    def __call__(self) -> int:
        """Return the tick of this call, however often it is asked."""
        self.asked += 1
        return self.first + self.call // self.calls


class Play:
    """One scenario on one module."""

    def __init__(self, module: ModuleType, scenario: dict[str, Any]) -> None:
        self.module = module
        self.page: int = scenario["page_size"]
        self.form: str = scenario["form"]
        self.clock = Clock(*scenario["clock"])
        self.own = {"clock": self.clock} if scenario["clock"] else {}
        self.tree: Any = None
        self.handles: list[Any] = []  # nodes that came back or were split, in order
        self.nodes: list[Any] = []  # all but the root, as they were read last
        self.lists: tuple[list[int], list[int]] = [], []  # that serve for all calls
        other = {**scenario, "form": "list", "page_size": self.page + 1}
        self.other = Play(module, other) if self.form == "two trees" else None
        self.back: Any = None  # what the last call returned
        self.slot = 0  # next unused
        self.edges: dict[int, tuple[Any, Any, Any]] = {}  # by the id of a node
        self.stopped = False

    def build(self) -> dict[str, Plain]:
        """Call the constructor."""
        seen = self._empty(-1)
        if not self._call(seen, [str(self.page)], self._new):
            self.stopped = True
            return seen
        self.tree = self.back
        self.stopped = self.page < 1
        if self.other is not None:
            self.other.build()
        return self._look(seen, None)

    def _new(self) -> Any:
        if self.form == "tuple":
            return self.module.RadixTree(self.page, *self.own.values())
        size = {} if self.page == 1 else {"page_size": self.page}
        return self.module.RadixTree(**size, **self.own)

    def step(self, index: int, op: dict[str, Any]) -> dict[str, Plain]:
        """Play one call and read the tree."""
        if self.other is not None and not self.other.stopped:
            self.other.step(index, op)
        seen = self._empty(index)
        self.clock.call, self.clock.asked = index, 0
        node: Any = None
        if op["do"] == "insert":
            self._insert(seen, op)
        elif op["do"] == "match":
            node = self._match(seen, op["tokens"])
        else:
            node = self._split(seen, op)
        if node is not None:
            self.handles.append(node)
        seen["asked"] = self.clock.asked
        return seen if self.stopped else self._look(seen, node)

    def _empty(self, index: int) -> dict[str, Any]:
        return {
            "op": index,
            "raised": "",
            "says": "",
            "answer": None,
            "node": None,
            "asked": 0,
            "asked_later": 0,
            "changed": False,
            "size": None,
            "tree": None,
            "handles": [],
        }

    def _call(
        self, seen: dict[str, Any], names: list[str], call: Callable[..., Any], *args: object
    ) -> bool:
        """Call; return whether it returned. Of an exception that says what it must only the type
        is kept, so that two right programs answer alike."""

        def keep() -> None:
            self.back = call(*args)

        outcome: dict[str, Any] = attempt(keep)
        if "raised" not in outcome:
            return True
        says = outcome["says"]
        is_known = outcome["raised"] == "ValueError"
        seen["raised"] = outcome["raised"]
        if not (is_known and names and all(name in says for name in names)):
            where = f"line {outcome['line']}: " if outcome["line"] else ""
            seen["says"] = where + (says or "(no message)")
        self.stopped = self.stopped or not is_known
        return False

    def _insert(self, seen: dict[str, Any], op: dict[str, Any]) -> None:
        tokens = self._sequence(op["tokens"])
        size = max(0, len(tokens) + op["extra"])
        numbers = self._numbers_of(size)
        slots = self._sequence(numbers, 1)
        names = [str(len(tokens)), str(size)]
        if self._call(seen, names, self.tree.insert, tokens, slots):
            seen["answer"] = _number(self.back)
        seen["changed"] = _overwrite(tokens, op["tokens"]) | _overwrite(slots, numbers)

    def _match(self, seen: dict[str, Any], query: list[int]) -> Any:
        """Return the node that came back; a list that came back is the caller's to write on."""
        tokens = self._sequence(query)
        called = self._call(seen, [], self.tree.match_prefix, tokens)
        seen["changed"] = _overwrite(tokens, query)
        if not called:
            return None
        back, seen["answer"] = self.back, "no pair"
        if not _is_a(back, tuple) or TUPLE.__len__(back) != 2:
            return back
        slots, node = TUPLE.__iter__(back)
        seen["answer"] = _numbers(slots, list)
        if _is_a(slots, list):
            LIST.__setitem__(slots, slice(None), [GOT] * LIST.__len__(slots))
            LIST.append(slots, GOT)
        return _Nothing if node is None else node

    def _split(self, seen: dict[str, Any], op: dict[str, Any]) -> Any:
        is_taken = op["node"] < 0  # from children
        nodes = (self.nodes if is_taken else self.handles[::-1]) or [self.tree.root]
        place = -1 - op["node"] if is_taken else op["node"]
        node, k = nodes[place % len(nodes)], op["k"]
        if not self._call(seen, [str(k)], self.tree.split, node, k):
            return None
        self.handles += [node] if is_taken else []
        return _Nothing if self.back is None else self.back

    def _numbers_of(self, size: int) -> range:
        """Return the next slots."""
        first, end = self.slot, self.slot + size
        self.slot = end
        if self.form == "same slots":
            return range(FAR, FAR + size)
        if self.form == "range":
            return range(2 * first, 2 * end, 2)
        return range(first, end)[:: -1 if self.form in ("tuple", "mixed") else 1]

    def _sequence(self, numbers: Any, which: int = 0) -> Any:
        if self.form == "one list":
            self.lists[which][:] = numbers
            return self.lists[which]
        form = self.form
        if form == "mixed":
            form = ("list", "tuple", "range")[(self.clock.call + which) % 3]
        if form == "range":
            return _in_steps(numbers)
        return tuple(numbers) if form == "tuple" else list(numbers)

    def _look(self, seen: dict[str, Any], node: Any) -> dict[str, Plain]:
        """Read the tree and where in it the nodes are that came back, then ask total_size.

        A tree whose links go round ends the run: in it, total_size need not end.
        """
        tree: dict[str, Any] = {"start": [], "tick": [], "key": [], "value": [], "notes": {}}
        where: dict[int, int] = {}  # id of a node -> its row
        outcome: dict[str, Any] = attempt(self._read, tree, where)
        if "raised" in outcome:
            self.stopped = True
            return seen
        seen["tree"] = tree
        seen["handles"] = [where.get(id(handle), -1) for handle in self.handles]
        seen["node"] = None if node is None else seen["handles"][-1]
        if ROUND in tree["notes"].values():
            self.stopped = True
            return seen
        before = self.clock.asked
        outcome = attempt(self._total_size)
        seen["size"] = outcome.get("returned", f"raises {outcome.get('raised')}")
        seen["asked_later"] = self.clock.asked - before
        return seen

    def _total_size(self) -> Plain:
        return _number(self.tree.total_size())

    def _read(self, tree: dict[str, Any], where: dict[int, int]) -> None:
        """Write down each node, parents first, siblings by key; a node stands once.

        The tree is written by columns: where the edge starts, tick, key, value, and notes on what
        can only be seen here, by the number of the node.
        """
        starts, ticks, keys, values = tree["start"], tree["tick"], tree["key"], tree["value"]
        self.nodes = []
        todo: list[tuple[Any, ...]] = [(self.tree.root, None, 0, None)]
        while todo:
            node, parent, start, filed = todo.pop()
            row = len(starts)
            if id(node) in where or row == NODES:
                tree["notes"][str(row - 1)] = ROUND
                break
            where[id(node)] = row
            self.nodes += [node] if row else []
            key, value = self._edge(node)
            children = node.children
            starts.append(start)
            ticks.append(0 if parent is None else _number(node.last_access))  # the root's is free
            keys.append(key)
            values.append(value)
            is_filed = parent is None or not key or self._is_filed(filed, key)
            if not is_filed or node.parent is not parent or not _is_a(children, dict):
                tree["notes"][str(row)] = self._note(node, parent, filed, is_filed)
            elif children:
                end = start + len(key)
                todo += [(child, node, end, name) for name, child in _sorted(children)]

    def _edge(self, node: Any) -> tuple[list[Any] | str, list[Any] | str]:
        """Return key and value as plain data; those of an unchanged edge are made once."""
        key, value = node.key, node.value
        known = self.edges.get(id(node))
        if known is not None and known[0] is key and _is_same(value, known[2]):
            return known[1], known[2]
        edge = key, _numbers(key, tuple), _numbers(value, list)
        self.edges[id(node)] = edge
        return edge[1], edge[2]

    def _note(self, node: Any, parent: Any, filed: object, is_filed: bool) -> str:
        if not _is_a(node.children, dict):
            return "children is no dict"
        if node.parent is not parent:
            return "its parent is not the node that it hangs from"
        return "" if is_filed else f"filed under {_text(filed)}"

    def _is_filed(self, filed: object, key: list[Any] | str) -> bool:
        """Return whether a child hangs under the first page of its key, which is not empty."""
        if self.page == 1:
            return _is_a(filed, int) and _number(filed) == key[0]
        return _is_a(filed, tuple) and _numbers(filed, tuple) == key[: self.page]


class Token(int):
    """A token that counts how often one was looked at or hashed; equal to the int that it is."""

    def __hash__(self) -> int:
        LOOKS_AT["hashed"] += 1
        return int.__hash__(self)

    def __copy__(self) -> "Token":
        """Return itself, as an int does."""
        return self

    def __deepcopy__(self, _: object) -> "Token":
        """Return itself, as an int does."""
        return self

    def __reduce_ex__(self, _: object) -> Any:
        """Be pickled as the plain int, which is one look."""
        LOOKS_AT["compared"] += 1
        return int, (int.__add__(self, 0),)


# Subtle: no attributes of Token, since tokens that are kept may be looked at in a later scenario,
# where nothing sets them back before our code is compared with what it was.
LOOKS_AT = {"compared": 0, "hashed": 0}


def _counting(name: str) -> Callable[..., Any]:
    method = getattr(int, name)

    def look(one: Any, *others: Any, **named: Any) -> Any:
        LOOKS_AT["compared"] += 1
        return method(one, *others, **named)

    return look


LOOKS = """eq ne lt le gt ge index int float bool str repr format add radd sub rsub mul rmul xor
rxor and rand or ror mod rmod floordiv rfloordiv truediv rtruediv divmod rdivmod pow rpow neg pos
abs invert lshift rlshift rshift rrshift round trunc floor ceil getnewargs"""
for _name in [f"__{name}__" for name in LOOKS.split()]:
    setattr(Token, _name, _counting(_name))
for _name in ("bit_length", "bit_count", "conjugate", "to_bytes", "as_integer_ratio"):
    setattr(Token, _name, _counting(_name))
for _name in ("real", "numerator"):
    setattr(Token, _name, property(_counting("__pos__")))


class Lines:
    """Counts the lines that run below a call, each turn of a generator for one; ours are free."""

    def __init__(self) -> None:
        self.count = 0

    def attempt(self, call: Callable[..., object], *args: object) -> dict[str, Plain]:
        """Return what `attempt` does, with the lines counted meanwhile."""
        before, trace = sys.gettrace(), self._trace
        sys.settrace(trace)
        try:
            told = attempt(call, *args)
            if sys.gettrace() is not trace:  # nobody who keeps to the bound has a reason for it
                self.count = UNSEEN
            return told
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename == HERE:
            return None
        self.count += event in ("call", "line")
        return self._trace


HERE = Lines.attempt.__code__.co_filename


class Large:
    """A large tree of one shape, and calls on it.

    edge   one sequence of n tokens
    chain  the same, cut into edges of one page each
    wide   n sequences of two pages, no two alike in the first
    fan    n sequences of n pages and one more, alike in all but the last
    comb   n sequences; the next one leaves the sequence of n pages one page later
    brush  the same, where four sequences leave after each page
    bush   n sequences of three pages that part in the first, n more below three shared pages

    `counted` makes every token of every call an object of its own that counts what is done to it.
    """

    def __init__(self, play: Play, shape: str, n: int, counted: bool) -> None:
        self.play = play
        self.shape, self.n = shape, n
        self.counted = counted
        self.page = play.page
        self.held: list[tuple[Any, list[int]]] = []  # nodes that matches returned, what they spell

    def queries(self) -> Iterator[Plain]:
        """Build the tree, then yield what was seen of each call; ends at the first exception."""
        calls = self._bush() if self.shape == "bush" else self._calls()
        for call, what, tokens in calls:
            seen = self._query(call, what, tokens)
            if what or seen["raised"]:
                yield seen
            if seen["raised"]:
                return

    def _calls(self) -> Iterator[tuple[str, str, list[int]]]:
        """Yield call, what it is of, and tokens; calls that build the tree have no second."""
        whole = [1 + i * i % 7 for i in range(self.n * self.page)]
        other, page = [9] * self.page, self.page
        cut = len(whole) // 2 // page * page
        if self.shape == "wide":
            for i in range(self.n):
                yield "insert", "", [i] * page + other
            for i in (0, self.n // 2, self.n - 1):
                yield "match", f"sequence {i:,}", [i] * page + other
            yield "match", "a sequence that is not there", [self.n] * page + other
        elif self.shape in ("fan", "comb", "brush"):
            ways = 4 if self.shape == "brush" else 1
            for i in range(ways * self.n):
                start = whole if self.shape == "fan" else whole[: i // ways * page]
                yield "insert", "", [*start, *([10 + i] * page)]
            yield "match", "one of the sequences", [*whole, *([9 + self.n] * page)]
        else:
            yield "insert", "the whole sequence", whole
        if self.shape == "chain":
            yield "match", "the whole sequence", whole
            yield "split", "that node, again and again", whole
        if self.shape != "wide":
            yield "match", "the whole sequence", whole
            yield "match", "the sequence, but for its last page", [*whole[:-page], *other]
            yield "match", "half of it, then others", [*whole[:cut], *other, *whole[cut:]]
            yield "match", "none of it", [*other, *whole]
            yield "insert", "the sequence and one page more", [*whole, *other]
            yield "match", "the sequence and one page more", [*whole, *other]
        yield "total_size", "the tree", []

    def _bush(self) -> Iterator[tuple[str, str, list[int]]]:
        """Yield calls that cut the edge of a node with n siblings, or of one with n children.

        Half of the sequences are matched before, so that their nodes are held.
        """
        page, n = self.page, self.n
        shared = [n] * page + [9] * 2 * page
        for start in ([], shared):
            for i in range(n):
                yield "insert", "", [*start, *([i] * page), *([9] * 2 * page)]
            for i in range(n // 2):
                yield "match", "", [*start, *([i] * page), *([9] * 2 * page)]
        for start, where in (([], ""), (shared, " below the shared ones")):
            ends = [*start, *([n // 2] * page), *([9] * page)]
            yield "match", f"two pages of a sequence{where}", ends
            parts = [*start, *([n - 1] * page), *([8] * page)]
            yield "match", f"one page of a sequence{where}, then others", parts
            parts = [*start, *([0] * page), *([8] * page)]
            yield "insert", f"one page of a sequence{where}, then others", parts
            yield "match", "what was inserted last", parts
        yield "match", "two of the shared pages", shared[: 2 * page]
        yield "total_size", "the tree", []
        yield "handles", "that the matches returned", []

    def _query(self, call: str, what: str, tokens: list[int]) -> dict[str, Any]:
        seen: dict[str, Any] = {"call": call, "what": what, "tokens": len(tokens)}
        seen |= {
            "raised": "",
            "says": "",
            "line": 0,
            "count": 0,
            "digest": 0,
            "node": 0,
            "late": 0,
            "lines": 0,
        }
        made = self._made(tokens)
        self.play.clock.call += 1
        LOOKS_AT.update(compared=0, hashed=0)
        outcome: dict[str, Any] = attempt(getattr(self, f"_{call}"), made)
        seen |= LOOKS_AT
        if self.counted and call == "match" and what and "raised" not in outcome:
            lines, made = Lines(), self._made(tokens)
            outcome = lines.attempt(self._match, made)  # once more: what was to split is split
            seen["lines"] = lines.count
        if "raised" not in outcome:
            if call in ("match", "split"):
                outcome = attempt(self._digest, seen, tokens)
            else:
                seen["count"] = outcome["returned"]
        return seen | outcome if "raised" in outcome else seen

    def _made(self, tokens: list[int]) -> tuple[int, ...]:
        return tuple(map(Token, tokens)) if self.counted else tuple(tokens)

    def _digest(self, seen: dict[str, Any], tokens: list[int]) -> None:
        back = self.play.back
        slots = _ints(back[0]) if seen["call"] == "match" else []
        node = back[1] if seen["call"] == "match" else back
        seen["count"] = len(slots)
        seen["digest"] = sum(map(mul, slots, count(1)))
        seen["node"] = _spells(node, tokens)
        if seen["call"] == "match" and self.play.own:
            seen["late"] = _late(node, self.play.clock())
        self.held.append((node, tokens[: len(slots)]))

    def _insert(self, tokens: tuple[int, ...]) -> Plain:
        first = self.play.slot
        self.play.slot += len(tokens)
        slots = list(range(first, self.play.slot))
        return _number(self.play.tree.insert(tokens, slots))

    def _match(self, tokens: tuple[int, ...]) -> None:
        _, node = self.play.back = self.play.tree.match_prefix(tokens)
        self.play.handles = [node]

    def _split(self, tokens: tuple[int, ...]) -> None:
        """Cut the lowest node to one page, from above."""
        (node,) = self.play.handles
        for _ in range(len(tokens) // self.page - 1):
            self.play.tree.split(node, self.page)
        self.play.back = node

    def _total_size(self, _: tuple[int, ...]) -> Plain:
        nodes, is_loose = self._nodes()
        if len(nodes) == MANY or is_loose:
            return LOOSE if is_loose else ROUND
        return _number(self.play.tree.total_size())

    def _handles(self, _: tuple[int, ...]) -> int:
        """Return how many of the nodes that matches returned stand in the tree for the same."""
        found = {id(node) for node in self._nodes()[0]}
        return sum(
            id(node) in found and _spells(node, tokens) == len(tokens) for node, tokens in self.held
        )

    def _nodes(self) -> tuple[list[Any], bool]:
        """Return the nodes of the tree, MANY at most, and whether one has another parent."""
        nodes: list[Any] = []
        is_loose, todo = False, [self.play.tree.root]
        while todo and len(nodes) < MANY:
            nodes.append(todo.pop())
            children = list(DICT.values(nodes[-1].children))
            is_loose = is_loose or any(child.parent is not nodes[-1] for child in children)
            todo += children
        return nodes, is_loose


def _in_steps(numbers: Any) -> range | list[int]:
    """Return numbers as a range if they are one: 1 3 5 is, 1 3 3 is not."""
    items = list(numbers)
    step = items[1] - items[0] if len(items) > 1 else 1
    steps = range(items[0], items[0] + step * len(items), step) if items and step else range(0)
    return steps if list(steps) == items else items


def _ints(values: Any) -> list[int]:
    """Return a list of ints as it is, any other thing as a list that is never right."""
    items: list[Any] = list(LIST.__iter__(values)) if _is_a(values, list) else [GOT]
    if not set(map(type, items)) <= {int}:
        items = [*map(_number, items)]
    return items if set(map(type, items)) <= {int} else [GOT]


def _spells(node: Any, tokens: Iterable[int]) -> int:
    """Return how many tokens the path to a node has, -1 when it is no prefix of `tokens`."""
    keys: list[tuple[int, ...]] = []
    for _ in range(DEPTH):
        keys.append(node.key)
        node = node.parent
        if node is None:
            break
    path = [int(token) for key in reversed(keys) for token in key]
    return len(path) if path == list(tokens)[: len(path)] else -1


def _late(node: Any, tick: int) -> int:
    """Return how many nodes on the path to a node have another time than this tick."""
    late = 0
    for _ in range(DEPTH):
        if node is None or node.parent is None:
            break
        late += _number(node.last_access) != tick
        node = node.parent
    return late


class _Nothing:
    """Stands for None where a node was asked for."""


def _is_a(value: object, kind: type) -> bool:
    """Return whether a value is of this type, without asking the value."""
    return issubclass(type(value), kind)


def _sorted(children: dict[Any, Any]) -> list[tuple[Any, Any]]:
    items: list[tuple[Any, Any]] = list(DICT.items(children))
    if len(items) > 1:
        try:
            items.sort(key=_key, reverse=True)
        except TypeError:  # keys of a wrong kind
            return items
    return items


def _key(item: tuple[Any, Any]) -> Any:
    return item[1].key


def _is_same(value: Any, known: list[Any]) -> bool:
    """Return whether a node's slots are ints and those that were known."""
    if not _is_a(value, list):
        return False
    slots: list[Any] = list(LIST.__iter__(value))
    return [*map(type, slots)].count(int) == len(slots) and slots == known


def _overwrite(handed: Any, before: Any) -> bool:
    """Write over a list that was handed in; return whether the call had changed it."""
    if not _is_a(handed, list):
        return False
    items: list[Any] = handed
    changed = [*map(type, items)].count(int) != len(before) or items != list(before)
    items[:] = [HANDED] * len(items)
    return changed


def _numbers(values: Any, kind: Any) -> list[Any] | str:
    """Return the entries of a list or tuple, those that are no int as text."""
    if not _is_a(values, kind):
        return _text(values)
    if kind.__len__(values) > LONG:
        return f"{kind.__len__(values):,} entries"
    items = list(kind.__iter__(values))
    if [*map(type, items)].count(int) == len(items):
        return items
    return [_number(item) for item in items]


def _number(value: object) -> int | str:
    if type(value) is int:
        return value
    if _is_a(value, int) and type(value) is not bool:
        return int.__add__(cast(int, value), 0)
    return _text(value)


def _text(value: object) -> str:
    known = plain(value)
    return f"a {known['type']}" if type(known) is dict and "type" in known else str(known)[:TEXT]
