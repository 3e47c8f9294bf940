"""The README is true: its screens are those of the golden tests, its files and commands exist."""

import re
from pathlib import Path

from grader.catalogue import names
from grader.cli.app import COMMANDS

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GOLDEN = ROOT / "tests" / "screens" / "golden"


def test_the_screens_are_those_that_the_command_prints() -> None:
    for name in ("start.txt", "stub.txt", "keeps_the_sample.plain.txt"):
        assert (GOLDEN / name).read_text(encoding="utf-8").rstrip() in README


def test_every_link_leads_to_a_file() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", README)

    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_command_exists() -> None:
    commands = set(re.findall(r"[`$] ?drill ([a-z]+)", README))

    assert len(commands) > 5
    assert commands <= set(COMMANDS)


def test_every_drill_is_listed() -> None:
    assert [name for name in names() if f"| {name} |" not in README] == []


def test_setup_is_two_lines_of_one_command_each() -> None:
    block = README.split("```sh setup\n")[1].split("```")[0].strip().splitlines()

    assert len(block) == 2
    assert not any(sign in line for line in block for sign in ("&&", ";", "\\"))
