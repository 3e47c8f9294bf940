"""Names, prompts and answers in the words that a person reads.

Left out: whole scenarios (`pictures.py`), and where something does not hold.
"""

import json
import re
from collections.abc import Sequence
from typing import cast

from grader.plain import Plain
from grader.properties.policy.shapes import Prompt


def rid(number: int) -> str:
    """Return the name of request `number`: A to Z, then A1."""
    letter, lap = chr(65 + number % 26), number // 26
    return letter + str(lap) if lap else letter


def names_words(names: Sequence[str]) -> str:
    """Return names with spaces between them, or "nobody"; over 16 are shortened."""
    if len(names) <= 16:
        return " ".join(names) or "nobody"
    return f"{' '.join(names[:14])} … {names[-1]} ({len(names)} in all)"


def answer_words(answer: dict[str, Plain]) -> str:
    """Return an answer: "B A" or "ValueError: limit -1"."""
    if "raised" in answer:
        return f"{answer['raised']}: {answer['says']}" if answer["says"] else str(answer["raised"])
    value = answer.get("returned")
    return names_words(cast("list[str]", value)) if are_names(value) else json.dumps(value)[:80]


def prompt_words(prompt: Prompt) -> str:
    """Return the pieces: "3x7 1x8" for the tokens 7 7 7 8."""
    return " ".join(f"{count}x{token}" for token, count in prompt)


def are_names(value: Plain) -> bool:
    """Return whether a value is a list of texts."""
    return type(value) is list and all(type(name) is str for name in value)


def is_refusal(answer: dict[str, Plain], bad: Sequence[str]) -> bool:
    """Return whether an answer is a ValueError that names one of the bad values."""
    says = str(answer.get("says", ""))
    named = (re.search(rf"(?<![\w.-]){re.escape(value)}(?!\.?\w)", says) for value in bad)
    return answer.get("raised") == "ValueError" and any(named)
