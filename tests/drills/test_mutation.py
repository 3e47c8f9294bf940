"""The answers changed in one place: which changes there are, and that a list of them is true."""

from functools import cache
from pathlib import Path

import pytest

from grader import strength
from grader.catalogue import Drill as Entry
from grader.catalogue import find, names
from grader.dev import mutate
from grader.dev.equivalent import equivalent
from grader.dev.mutation import Mutation, lines, mutations
from grader.error import DrillError

pytest.importorskip("cosmic_ray", reason="changes are made by cosmic-ray, of the extra `test`")

SOURCE = '''def larger(a: int, b: int) -> int:
    """Return the larger of two numbers."""
    if a < b:
        return b
    return a


class Pair:
    def both(self, a: int) -> int:
        return a + 1
'''


def test_every_change_is_another_program_and_stands_in_one_place() -> None:
    found = mutations(SOURCE)

    texts = [mutant.text for mutant in found]
    assert len(set(texts)) == len(texts)
    for mutant in found:
        before, after = SOURCE.splitlines(), mutant.text.splitlines()
        changed = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
        assert [" ".join(line.split()) for line, _ in changed] == [mutant.old]


def test_a_change_is_named_by_its_function_and_by_what_stands_there_now() -> None:
    keys = {mutant.key for mutant in mutations(SOURCE)}

    assert ("larger", "if a < b:", "if a <= b:") in keys
    assert ("Pair.both", "return a + 1", "return a - 1") in keys
    assert ("Pair.both", "return a + 1", "return a + 2") in keys


def test_equal_changes_in_one_function_are_told_apart_by_their_number() -> None:
    source = "def twice(a: int) -> int:\n    a += 1\n    a += 1\n    return a\n"

    wheres = [m.where for m in mutations(source) if (m.old, m.new) == ("a += 1", "a += 2")]

    assert wheres == ["twice", "twice#2"]


def test_a_line_of_the_stub_is_known_by_its_function() -> None:
    assert ("Pair.both", "return a + 1") in lines(SOURCE)
    assert ("larger", "return a + 1") not in lines(SOURCE)


@pytest.mark.parametrize("name", names())
def test_a_list_of_equivalents_names_lines_that_there_are(name: str) -> None:
    drill = find(name)
    there = lines(drill.reference.read_text(encoding="utf-8"))

    listed = {(where.split("#")[0], old) for where, old, _ in equivalent(drill)}

    assert listed <= there


LIVES = "if len(busy) != batch_size: # a slot that was never used, free from the start"
DIES = "if len(busy) > batch_size: # a slot that was never used, free from the start"
OLD = "if len(busy) < batch_size: # a slot that was never used, free from the start"
LISTED = f"""
[[mutant]]
in = "simulate_continuous"
why = "It never holds more."
old = "{OLD}"
new = ["{{}}"]
"""


@cache
def lives_and_dies(source: str) -> list[Mutation]:
    """Return two changes of the answer to `batching`, one that lives and one that dies."""
    return [mutant for mutant in mutations(source) if mutant.new in (LIVES, DIES)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give `batching` two changes of its answer, one that lives, and a folder of its own."""
    monkeypatch.setattr("grader.dev.mutate.mutations", lives_and_dies)
    monkeypatch.setattr(Entry, "mutants", property(lambda _: tmp_path))
    monkeypatch.setattr("grader.dev.page.write", lambda: None)
    return tmp_path


def test_a_change_that_lives_must_be_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = mutate.main(["batching", "--jobs", "1"])

    assert code == 1
    said = capsys.readouterr().out
    assert f"lives, unlisted: simulate_continuous\n    - {OLD}\n    + {LIVES}" in said
    assert not (folder / "mutants.json").exists()


def test_a_listed_change_that_dies_fails_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = LISTED.format(LIVES) + LISTED.format(DIES)
    (folder / "equivalent.toml").write_text(text, encoding="utf-8")

    code = mutate.main(["batching", "--jobs", "1"])

    assert code == 1
    assert "listed, but dies by R" in capsys.readouterr().out


def test_what_was_judged_is_not_judged_again_and_a_line_cut_off_is(
    folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "equivalent.toml").write_text(LISTED.format(LIVES), encoding="utf-8")
    assert mutate.main(["batching", "--jobs", "1"]) == 0
    (path,) = (home / "mutation").iterdir()
    first, second = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(first + second[:20], encoding="utf-8")
    capsys.readouterr()

    code = mutate.main(["batching", "--jobs", "1"])

    assert code == 0
    assert "2 of 2 mutants judged" in capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == first + second
    sheet = strength.strength(find("batching"))
    assert (sheet.mutants, sheet.killed, sheet.equivalent, sheet.given) == (2, 1, 1, 0)


def test_a_list_that_names_a_change_twice_is_refused(folder: Path) -> None:
    (folder / "equivalent.toml").write_text(2 * LISTED.format(LIVES), encoding="utf-8")

    with pytest.raises(DrillError, match="twice"):
        equivalent(find("batching"))
