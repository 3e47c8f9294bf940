"""Names, prompts and answers in the words that a person reads.

Left out: whole scenarios (`pictures.py`), and where something does not hold.
"""

import json
import re
from collections.abc import Sequence
from typing import cast

from grader.plain import Plain
from grader.properties.policy.shapes import Prompt, Way


def rids(count: int, way: Way = "up") -> list[str]:
    """Return so many names in list order: A B C, "down" C B A, "mixed" B A C; over 26 AA AB AC."""
    names = [(chr(65 + n // 26) if count > 26 else "") + chr(65 + n % 26) for n in range(count)]
    if way == "down":
        names.reverse()
    elif way == "mixed":
        names = [names[n ^ 1 if n ^ 1 < count else n] for n in range(count)]
    return names


def names_words(names: Sequence[str], near: int = 0) -> str:
    """Return names with spaces between them, or "nobody"; over 16 are shortened around one place.

    Twenty names near the 18th: "… G H I J K L M N O P Q R S T (20 in all)".
    """
    if len(names) <= 16:
        return " ".join(names) or "nobody"
    start = max(0, min(near - 7, len(names) - 14))
    shown = ["…"] * (start > 0) + [*names[start : start + 14]] + ["…"] * (start + 14 < len(names))
    return f"{' '.join(shown)} ({len(names)} in all)"


def first_difference(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the first place in which two lists differ: 1 for A B C and A C B."""
    pairs = zip(one, other, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def answer_words(answer: dict[str, Plain], must: Sequence[str] = ()) -> str:
    """Return an answer: "B A" or "ValueError: limit -1"; a long one near where it differs."""
    if "raised" in answer:
        return f"{answer['raised']}: {answer['says']}" if answer["says"] else str(answer["raised"])
    value = answer.get("returned")
    if not are_names(value):
        return json.dumps(value)[:80]
    names = cast("list[str]", value)
    return names_words(names, first_difference(must, names))


def must_words(must: Sequence[str], answer: dict[str, Plain]) -> str:
    """Return the order that must hold; a long one near where the answer differs."""
    value = answer.get("returned")
    names = cast("list[str]", value) if are_names(value) else []
    return names_words(must, first_difference(must, names))


def prompt_words(prompt: Prompt) -> str:
    """Return the pieces: "3x7 1x8" for the tokens 7 7 7 8."""
    return " ".join(f"{count}x{token}" for token, count in prompt)


def bound_words(call: list[int]) -> str:
    """Return a call of bound()."""
    backlog, arrivals, slots, match, weight = call
    return (
        f"bound(backlog={backlog}, arrivals={arrivals}, slots={slots}, "
        f"max_match={match}, age_weight={weight})"
    )


def are_names(value: Plain) -> bool:
    """Return whether a value is a list of texts."""
    return type(value) is list and all(type(name) is str for name in value)


def is_refusal(answer: dict[str, Plain], bad: Sequence[str]) -> bool:
    """Return whether an answer is a ValueError that names one of the bad values, or its repr."""
    says = str(answer.get("says", ""))
    written = [text for value in bad for text in (value, repr(value)[1:-1])]
    named = (re.search(rf"(?<![\w.-]){re.escape(value)}(?!\.?\w)", says) for value in written)
    return answer.get("raised") == "ValueError" and any(named)
