"""Where one stands: best times, the weakest rules by family, hints, notes on real engines."""

import json
import re
import tomllib

import pytest

from grader import catalogue, history
from grader.catalogue import FAMILIES
from tests.history.conftest import MINUTE, Clock, Grade, Say


@pytest.mark.parametrize("name", catalogue.names())
def test_every_rule_of_a_drill_has_at_most_one_known_family(name: str) -> None:
    drill = catalogue.find(name)
    text = drill.text("families.toml")
    table: dict[str, list[str]] = tomllib.loads(text)
    named = [rule for ids in table.values() for rule in ids]

    assert set(table) <= set(FAMILIES)
    assert len(named) == len(set(named))
    assert set(named) <= {rule.id for rule in drill.rules}


def test_all_families_are_met_somewhere() -> None:
    met = {rule.family for name in catalogue.names() for rule in catalogue.find(name).rules}

    assert met == set(FAMILIES)


def test_status_shows_attempts_passes_and_the_best_time(
    grade: Grade, clock: Clock, say: Say
) -> None:
    for minutes in (20, 10):
        history.note("scheduler", "reset")
        clock.wait(minutes * MINUTE)
        grade("scheduler", "x = 1", "R8")
        grade("scheduler", f"x = {minutes}")
    history.note("scheduler", "reset")
    grade("scheduler", "x = 10  # pasted at once")

    (row,) = [line for line in say("status").out.splitlines() if line.startswith("  scheduler ")]
    (entry,) = [
        one for one in json.loads(say("status", "--json").out)["drills"] if one["state"] == "passed"
    ]

    assert re.match(r"  scheduler +passed +5 +3 +10 min 0 s  in \d+ days", row)
    assert entry["name"] == "scheduler"
    assert entry["best_seconds"] == pytest.approx(600, abs=1)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", entry["next_review"])


def test_the_weakest_family_comes_first_with_its_weakest_rule(grade: Grade, say: Say) -> None:
    grade("scheduler", "x = 1", "R8", "R11")  # queues, finish
    grade("scheduler", "x = 2", "R11")
    grade("eviction", "x = 1", "R1")  # locks

    found = json.loads(say("status", "--json").out)
    lines = say("status").out.splitlines()

    # told twice each: 3 rules of finish in scheduler, 8 of queues; once: 3 of finish, 5 of locks
    assert found["families"] == [
        {"name": "finish", "broken": 2, "told": 9},
        {"name": "locks", "broken": 1, "told": 5},
        {"name": "queues", "broken": 1, "told": 16},
    ]
    assert (found["rules"][0]["drill"], found["rules"][0]["id"]) == ("scheduler", "R11")
    weakest = next(number for number, line in enumerate(lines) if "weakest in" in line)
    assert lines[weakest + 1].split()[:6] == ["finish", "2", "of", "9", "scheduler", "R11"]
    assert lines[-1] == "  drill hint R11 --drill scheduler"


def test_status_of_somebody_new_shows_all_drills_and_no_weakness(say: Say) -> None:
    said = say("status")

    assert said.code == 0
    assert all(name in said.out for name in catalogue.names())
    assert "weakest" not in said.out


def test_notes_open_after_a_pass_and_are_about_real_engines(grade: Grade, say: Say) -> None:
    closed = say("notes", "radix")
    grade("radix", "x = 1")
    opened = say("notes", "radix")

    assert closed.code == 1
    assert "--give-up" in closed.err
    assert opened.code == 0
    assert "## Real engines" in opened.out
    assert "SGLang" in opened.out
    assert "## Checklist" not in opened.out


@pytest.mark.parametrize("name", catalogue.names())
def test_every_drill_has_notes_on_engines_that_exist(grade: Grade, say: Say, name: str) -> None:
    grade(name, "x = 1")

    said = say("notes", name)

    assert said.code == 0
    assert sum(engine in said.out for engine in ("vLLM", "SGLang", "nano-vllm")) >= 2


def test_hints_begin_mildly_again_when_a_drill_is_begun_again(
    grade: Grade, say: Say, clock: Clock
) -> None:
    say("start", "batching")
    first = [say("hint", "R1").out for _ in range(4)]
    clock.wait(MINUTE)
    grade("batching", "x = 1")
    say("review", "batching")
    clock.wait(MINUTE)

    again = say("hint", "R1").out
    report = grade("batching", "x = 2")

    assert [f"{n} of 3" in hint for n, hint in zip((1, 2, 3, 3), first, strict=True)] == [True] * 4
    assert again == first[0]
    assert report.practice is not None
    assert report.practice.hints == 1
    assert history.details("batching", "hint") == ["R1"] * 4
