"""Fixed scenarios, each for one way to be wrong."""

from grader import check
from grader.properties.eviction.scenarios import scenario_of
from grader.properties.eviction.shapes import Op, Verb

LETTERS: dict[str, Verb] = {
    "i": "insert",
    "m": "match",
    "l": "lock",
    "b": "bad",
    "c": "split",
    "k": "later",
    "x": "swap",
    "t": "cut",
    "v": "uneven",
    "w": "miscut",
    "r": "refuse",
    "u": "unlock",
    "e": "evict",
    "s": "start",
    "d": "step",
    "f": "finish",
}


def _ops(notation: str, pool: int = 0, chunk: int = 0, pace: int = 1) -> check.Scenario:
    """Read "p2 i11 l1 e2": page size 2; insert 1 1, match and lock 1, evict 2. All sample 1.

    A "v1" inserts 1 with a slot too many; a "w0" splits the node matched last at 0.
    A "k1" locks the node matched one before the last, a "t1" cuts it, an "r1" unlocks it in vain;
    an "x" goes on with the other tree.
    """
    ops: list[Op] = []
    page = 1
    for word in notation.split():
        letter, rest = word[0], word[1:]
        if letter == "p":
            page = int(rest)
        elif letter in "imlbcsv":
            tokens = [int(token) for token in rest]
            ops.append({"do": LETTERS[letter], "tokens": tokens, "n": int(letter == "s")})
        else:
            tokens = [1] if letter == "d" else []
            ops.append({"do": LETTERS[letter], "tokens": tokens, "n": int(rest or 0)})
    return scenario_of(ops, page=page, pace=pace, pool=pool, chunk=chunk)


# Each cuts an edge in another way; the eviction tells whether the lower half was refreshed.
CUTS = {
    "by a match": "i11 i2 m1 e1",
    "by an insert": "i11 i2 i1 e1",
    "by a match that goes another way": "i11 i2 m12 e1",
    "by an insert that goes another way": "i11 i2 i12 e1",
    "under a lock": "i11 l11 i2 m1 u0 e1",
    "under a lock, by an insert": "i11 l11 i2 i12 u0 e1",
    "under two locks": "i11 l11 l11 i2 m1 u0 u0 e1",
    "by a lock": "i11 i2 l1 u0 e1",
    "under a lock, by another lock": "i11 l11 i2 l1 u1 u0 e1",
    "above a child": "i11 i111 i2 m1 e2",
    "above a locked child": "i11 i111 l111 i2 m1 u0 e2",
    "above two children": "i11 i111 i112 i2 m1 e3",
    "below a parent": "i1 i111 i2 m11 e1",
    "below a locked parent": "i1 l1 i111 i2 m11 e1 u0",
    "of a longer edge": "i1111 i2 m1 e1",
    "low on a longer edge": "i1111 i2 m111 e1",
    "for the second time": "i1111 m111 i2 m1 e2",
    "twice": "i111 i2 m11 m1 e1",
    "of a node matched before": "i11 m11 i2 m1 e1",
    "of a node inserted twice": "i11 i11 i2 m1 e1",
    "of a node split by hand": "i111 c111 i2 i2 l11 u0 m1 e1",
    "after an eviction": "i3 e1 i11 i2 m1 e1",
}


def _cut_twice(one: str, other: str) -> check.Scenario:
    """Cut in one way, let all go, and cut in the other."""
    return _ops(f"{CUTS[one]} e9 {CUTS[other]}")


TELLING: dict[str, check.Scenario] = {
    "a lock takes the node itself": _ops("i1 l1"),
    "a lock takes the ancestors": _ops("i1 i11 l11"),
    "a second lock moves no tokens": _ops("i1 l1 l1"),
    "a first unlock of two moves no tokens": _ops("i1 l1 l1 u0"),
    "an unlock gives the tokens back": _ops("i1 l1 u0"),
    "the root can be locked": _ops("l1 u0"),
    "the root can be locked by the empty match": _ops("i1 l u0 e1"),
    "an unlocked node is refused": _ops("i1 b1"),
    "an unlocked leaf below a locked node is refused": _ops("i11 l1 b11"),
    "an unlocked leaf is refused after a lock of its parent": _ops("i1 i11 l1 u0 b11"),
    "a locked leaf stays": _ops("i1 l1 e1"),
    "a locked parent stays": _ops("i11 l1 e2"),
    "a locked parent does not protect its leaf": _ops("i11 l1 e1"),
    "a new leaf is unlocked": _ops("i1 l1 i11 e1"),
    "a split keeps the lock on both halves": _ops("i11 l11 i1 u0"),
    "a split keeps two locks": _ops("i11 l11 l11 i1 u0 u0"),
    "a split by a lock keeps the lock": _ops("i11 l11 l1 u0 u0"),
    "a split by hand keeps the lock": _ops("i111 l111 c111 u0"),
    "a split keeps four locks": _ops("i11 l11 l11 l11 l11 m1"),
    "a split of a node matched before keeps the lock": _ops("i11 l11 i2 t0 u0"),
    "a split of a node matched before is no use": _ops("i11 m11 i2 i3 t0 e1"),
    "a split of a node matched before is no use of its upper half": _ops("i11 m11 i2 i3 t0 e2"),
    "a split of a long edge keeps two locks": _ops("i11111111 l11111111 l11111111 m1"),
    "a split of a long edge keeps two locks below": _ops("i11111111 l11111111 l11111111 m1111111"),
    "a split by hand keeps the time": _ops("i2 l2 i111 c111 e2 u0 e1"),
    "a split brings no tokens": _ops("i11 i1"),
    "a match locks nothing": _ops("i1 m1"),
    "all nodes count": _ops("i1 i11"),
    "the older leaf goes": _ops("i1 i2 e1"),
    "a match refreshes": _ops("i1 i2 m1 e1"),
    "an insert refreshes": _ops("i2 i1 i2 e2"),
    "a prefix that was split off is refreshed": _ops("i21 i3 m2 e2"),
    "a match refreshes the ancestors": _ops("i1 i11 i2 l2 m11 e1 u0 e1"),
    "an insert of what is there refreshes the ancestors": _ops("i1 i11 i2 l2 i11 e1 u0 e1"),
    "an insert of more refreshes the ancestors": _ops("i1 i11 i2 l2 i111 e2 u0 e1"),
    "a split far down refreshes the ancestors": _ops("i1 i1111 i2 l2 m11 e3 u0 e1"),
    "an insert refreshes a long path": _ops("i1 i11 i111 i1111 i2 l2 i1111 e1 u0 e1"),
    "a match refreshes a long path": _ops("i1 i11 i111 i1111 i2 l2 m1111 e1 u0 e1"),
    "inner nodes wait": _ops("i1 i11 e1"),
    "a leaf goes whole": _ops("i11 e1"),
    "tokens count, not nodes": _ops("i11 i2 e2"),
    "nothing asked, nothing freed": _ops("i1 e0"),
    "less than nothing asked": _ops("i1 e-1"),
    "much more than there is": _ops("i1 e1000000"),
    "more than there is": _ops("i1 e2"),
    "more than there is, half locked": _ops("i1 i2 l2 e3"),
    "an empty tree": _ops("e1"),
    "nothing goes twice": _ops("i1 l1 u0 e1 e1"),
    "a lock is no use": _ops("i1 m1 i2 i3 k0 u0 e1"),
    "a lock is no use of a leaf below a parent": _ops("i1 i11 m11 i2 i3 k0 u0 e1"),
    "a lock of a leaf is no use of its parent": _ops("i1 i11 m11 i2 i3 k0 u0 e9"),
    "a second lock is no use": _ops("i1 l1 i2 i3 k0 u0 u0 e1"),
    "a match under a lock is a use": _ops("i1 l1 i2 m1 u0 e1"),
    "a match under two locks is a use": _ops("i1 l1 l1 i2 m1 u0 u0 e1"),
    "an insert under a lock is a use": _ops("i1 l1 i2 i1 u0 e1"),
    "a match under a lock is a use of the whole path": _ops("i1 i11 l11 i2 m11 u0 e1"),
    "an insert under a lock is a use of the whole path": _ops("i1 i11 l11 i2 i11 u0 e1"),
    "nine locks": _ops(f"i1{' l1' * 9}"),
    "an unlock is no use": _ops("i1 l1 i2 i3 u0 e1"),
    "the last unlock of two is no use": _ops("i1 l1 l1 i2 i3 u1 u0 e1"),
    "a node can be locked later": _ops("i1 m1 i11 k0 b11 e9"),
    "a node can be locked after a split": _ops("i11 m11 m1 k1 u0"),
    "the upper half of a split by hand can be locked": _ops("i111 c111 k0 b111 e9"),
    "the list of an empty match is a new one": _ops("m1 m2"),
    "the list of a match is a new one": _ops("i1 m1 m1"),
    "the root can be locked later": _ops("m k0 i1 e1 u0"),
    "a split by hand is no use": _ops("i111 i2 i3 c111 e1"),
    "an eviction is no use of a locked parent": _ops("i12 i3 l1 e1 u0 e1"),
    "an eviction of nothing forgets nothing": _ops("i1 i2 l2 l1 e1 u0 u0 e1"),
    "an eviction of nothing forgets no order": _ops(
        "i1 i2 i3 i4 i5 l3 l1 l5 l2 l4 e1 u0 u0 u0 u0 u0 e9"
    ),
    "an eviction is no use": _ops("i1 i11 i2 i3 e1 e1 e1"),
    "a refused unlock is no use": _ops("i1 i2 i3 b1 e1 e1"),
    "a refused unlock is no use of the parent": _ops("i12 m12 i3 m1 r1 e2"),
    "an insert with a slot too many": _ops("i1 i2 v1 e1"),
    "an insert with a slot too many, of a part": _ops("i11 v1"),
    "an insert with slots and no tokens": _ops("v"),
    "a split at 0": _ops("i11 m11 w0"),
    "a split at the end": _ops("i11 m11 w1"),
    "a split below 0": _ops("i11 m11 w2"),
    "a split inside a page": _ops("p2 i1111 m1111 w3"),
    "a split of the root": _ops("i1 m1 w4"),
    "a refused unlock of a node matched before is no use": _ops("i1 m1 i2 i3 r0 e1"),
    "two trees count for themselves": _ops("i1 x i1 l1 x"),
    "two trees have nothing in common": _ops("i1 x m1 e1 x e1"),
    "two trees lock for themselves": _ops("i1 l1 x i1 b1"),
    "two trees have an order each": _ops("i1 i2 x i3 i4 x m1 x m3 e1 x e1"),
    "two trees of one tick": _ops("i1 i2 x i1 i2 e2 x e2"),
    "what was locked for a while goes": _ops("i1 l1 e1 u0 e1"),
    "what came again goes again": _ops("i1 l1 l1 u0 u0 e1 i1 e1 e1"),
    "what went matches no more": _ops("i1 e1 i1"),
    "a parent follows": _ops("i11 i1 e2"),
    "a parent has its own time": _ops("i11 i2 i1 e2"),
    "a parent is not first": _ops("i11 i2 m1 e2"),
    "a parent is not last": _ops("i1 i11 i2 e2"),
    "what is left matches": _ops("i11 i12 e1 m11 m12"),
    "the clock stands still": _ops("i1 i2 i3 i4 e3", pace=2),
    "equal keys of one tick": _ops("i1 i2 i13 i23 e2", pace=2),
    "equal keys and slots of one tick, then the parents": _ops("i1 i2 i13 i23 e9", pace=2),
    "equal keys of parent and leaf, of one tick": _ops("i1 i12 i3 i31 i312 e1", pace=9),
    "all in one tick": _ops("i1 m1 i2 l2 i3 u0 e1 e2", pace=9),
    "used twice in one tick": _ops("i1 m1 i2 i2 e2 e1", pace=2),
    "unlocked and used in one tick": _ops("i1 l1 u0 m1 i2 e1 e2", pace=2),
    "a first tick of 0 is the oldest": _ops("i1 i2 i3 i4 m2 m4 e1 e1", pace=2),
    "splits of either kind, then all go": _ops("i111 i2 m1 i3 i112 e1 e1 e1 e1"),
    "pages": _ops("p2 i1111 l1112 i1122 e1 u0 e2"),
    "pages, locked below a split": _ops("p2 i1111 l1111 i1122 e2 u0 b1111 e9"),
    **{f"the lower half, cut {one}": _cut_twice("by a match", one) for one in list(CUTS)[1:]},
    "pages of four": _ops("p4 i1111 i1112 m1111 e1"),
    "4,096 leaves, each alone": scenario_of([], leaves=4096, alone=True),
    "4,096 leaves": scenario_of([], leaves=4096),
    "8,000 leaves": scenario_of([], leaves=8000),
    "the tree takes a prompt": _ops("s2", pool=4),
    "a request ends": _ops("s2 f0", pool=4),
    "the last token has no KV": _ops("s2 d0 f0", pool=4),
    "two equal prompts": _ops("s2 s2", pool=4),
    "duplicates at the end": _ops("s1 d0 s11 d0 f0", pool=6),
    "a tail at the end": _ops("p2 s2 f0", pool=4),
    "a tail of three at the end": _ops("p4 s222 f0", pool=4),
    "a tail of seven at the end": _ops("p8 s2222222 f0", pool=8),
    "duplicates and a tail at the end": _ops("p2 s111 s1111 d0 d0 f0", pool=8),
    "another has computed a part of the chunk": _ops("s1122 s1121 d0", pool=6, chunk=2),
    "another has computed much of the chunk": _ops("s111222 s111221 d0", pool=9, chunk=3),
    "two duplicates at the end": _ops("s1 d0 d0 s1111 f0", pool=6),
    "another has computed a page of the chunk": _ops("p2 s11111122 s11111111 d0", pool=12, chunk=4),
    "a prompt in chunks": _ops("s2221 d0 d0 f0", pool=6, chunk=2),
    "a prompt in chunks off the pages": _ops("p2 s2221 d0 d0 f0", pool=6, chunk=1),
    "the lock moves on": _ops("p2 s221 s121", pool=6),
    "the lock moves on in chunks": _ops("p2 s22112 d0 s121 f0 f0 s1121", pool=9, chunk=2),
    "another has computed more of the same prompt": _ops(
        "p2 s22221 s22221 d1 d1 d1 d0 d0 d0 d0 f0 f0", pool=12, chunk=1
    ),
    "another has computed the page, and a tail follows": _ops(
        "p3 s1112 s1112 d0 d1", pool=9, chunk=2
    ),
    "a request ends in its prompt": _ops("s222 f0", pool=6, chunk=1),
    "a request that ends has used all": _ops("s1 s2 f1 f0 s3", pool=2),
    "a request that ends in its prompt has used all": _ops("s111 s2 f1 f0 s3", pool=2, chunk=1),
    "a request that ends after a decode has used all": _ops("s1 d0 s2 f1 f0 s333", pool=4),
    "a request that ends with duplicates has used all": _ops("s1 s1 d0 d1 f0 s2 f1 f0 s33", pool=4),
    "a request that ends with a tail has used all": _ops("p2 s111 s22 f1 f0 s33", pool=5),
    "a request that ends alone has used all": _ops("s1 f0 s2 f0 s1 f0 s3", pool=2),
    "two pools": _ops("s2 x s2 x s2 f0 f0", pool=4),
    "two pools, a tail": _ops("p2 s2 x s2 f0 x f0", pool=4),
    "two pools, no room": _ops("s1 f0 x s1 f0 s222 x s222", pool=3),
    "a prompt of more than four pools": _ops("s12 f0 s2211112211222112211", pool=4, chunk=4),
    "no room": _ops("s111 s222", pool=4),
    "room by eviction": _ops("s111 f0 s222", pool=4),
}
