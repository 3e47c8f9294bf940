"""Pairs of files that share most of what they do not share with everybody."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from grader.alike.prints import prints

LEAST = 0.6  # of the smaller file's fingerprints, for a pair to be listed
FEWEST = 12  # fingerprints: less is too little to tell
COMMON = 0.5  # a fingerprint in more than this part of the files says nothing …
CLASS = 12  # … once there are so many files


@dataclass(frozen=True)
class Pair:
    """Two files; `share` is the part of the smaller one's fingerprints that the other has too."""

    one: str
    other: str
    share: float
    prints: int
    lines: tuple[int, int]  # the first that is shared, in each


def pairs(sources: dict[str, str], handed_out: Iterable[str] = ()) -> list[Pair]:
    """Return the pairs that are nearly the same, the likest first.

    What stands in the texts that were `handed_out` (the stub) counts for nothing, nor what half of
    a larger class has written.
    """
    ignored = {mark for text in handed_out for mark in prints(text)}
    found = {name: prints(text) for name, text in sources.items()}
    owners = Counter(mark for marks in found.values() for mark in marks)
    if len(found) >= CLASS:
        ignored |= {mark for mark, count in owners.items() if count > COMMON * len(found)}
    own = {
        name: {mark: line for mark, line in marks.items() if mark not in ignored}
        for name, marks in found.items()
    }
    listed = [_pair(own, one, other, n) for (one, other), n in _shared(own).items()]
    alike = [pair for pair in listed if pair.share >= LEAST and pair.prints >= FEWEST]
    return sorted(alike, key=lambda pair: (-pair.share, -pair.prints, pair.one, pair.other))


def _shared(own: dict[str, dict[int, int]]) -> Counter[tuple[str, str]]:
    """Return how many fingerprints each pair shares, by way of the files that have each."""
    having: dict[int, list[str]] = {}
    for name in sorted(own):
        for mark in own[name]:
            having.setdefault(mark, []).append(name)
    return Counter(pair for names in having.values() for pair in combinations(names, 2))


def _pair(own: dict[str, dict[int, int]], one: str, other: str, shared: int) -> Pair:
    both = own[one].keys() & own[other].keys()
    lines = min(own[one][mark] for mark in both), min(own[other][mark] for mark in both)
    return Pair(one, other, shared / min(len(own[one]), len(own[other])), shared, lines)
