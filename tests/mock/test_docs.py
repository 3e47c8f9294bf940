"""docs/mock.md is true: its round can be held, its keys and hunts are those that there are."""

import re
from dataclasses import fields
from pathlib import Path

from grader.cli.app import COMMANDS
from grader.mock import hunt
from grader.mock import round as rounds
from grader.mock.round import Part
from tests.mock.desk import ROOT

TEXT = (ROOT / "docs" / "mock.md").read_text(encoding="utf-8")


def test_the_round_that_it_shows_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(TEXT.split("```toml\n")[1].split("```")[0], encoding="utf-8")

    assert [part.kind for part in rounds.load(str(path)).parts] == ["code", "quiz"]


def test_every_key_of_a_part_is_explained() -> None:
    table = TEXT.split("| key |")[1].split("\n\n")[0]
    first = [row.split("|")[1] for row in table.splitlines() if row.startswith("| `")]
    explained = [key for cell in first for key in re.findall(r"`(\w+)`", cell)]

    assert sorted(explained) == sorted(field.name for field in fields(Part))


def test_every_round_and_every_hunt_is_listed_with_its_reports() -> None:
    for name in rounds.names():
        assert f"| {name} |" in TEXT
    for name in hunt.names():
        (row,) = [line for line in TEXT.splitlines() if line.startswith(f"| {name} |")]
        one = hunt.load(name)
        assert f"| {one.drill} |" in row
        assert all(link in row or "commit" in link for link in one.reports)


def test_every_command_exists() -> None:
    commands = set(re.findall(r"[`$] ?drill ([a-z]+)", TEXT))

    assert len(commands) > 4
    assert commands <= set(COMMANDS)
