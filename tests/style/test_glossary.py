"""The glossary is true: each of our words that is set in code type occurs in the code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def words() -> list[str]:
    """Return every code word of the third column of the table."""
    rows = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").splitlines()
    cells = [row.split("|")[3] for row in rows if row.startswith("|") and "---" not in row]
    found = [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]
    return [word for word in found if word not in ("R1",)]


@pytest.mark.parametrize("word", words())
def test_a_word_of_the_glossary_is_used(word: str) -> None:
    folders = ("drills", "reference", "grader")
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]

    assert any(word in path.read_text(encoding="utf-8") for path in files)
