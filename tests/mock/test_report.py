"""The report: the numbers of the script, in four forms, with what to do next."""

import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from grader import history
from grader.catalogue import find
from grader.cli.app import run
from grader.judge import judge
from grader.mock import desk
from grader.mock.session import last
from grader.mock.store import seen
from tests.mock.desk import Hands, part, quick, reference, wrong_batching

Out = pytest.CaptureFixture[str]
HOSTILE = "<script>alert(1)</script><img src=http://example.com/a.png>\x1b[31m"


def right_answer() -> str:
    """Return the answer to the first question of the quiz of the session that runs."""
    with seen() as store:
        session = last(store)
        assert session is not None
    return desk.asked(session, 1)[0].question.solution


@pytest.fixture
def held(clock: Hands, capsys: Out) -> Hands:
    """Hold a quick round: a wrong grade at 2:00, a full pass at 8:00, one right answer, notes."""
    run(["mock", "start", "--round", quick(), "--seed", "5"])
    file = part(1) / "batching.py"
    for seconds, text in ((120, wrong_batching()), (480, reference("batching"))):
        clock.put(seconds)
        file.write_text(text, encoding="utf-8")
        run(["grade"])
    clock.put(590)
    file.write_text(wrong_batching(), encoding="utf-8")
    run(["mock", "status"])
    clock.put(700)
    answers = f"1: {right_answer()}\n2: {HOSTILE}\n"
    run(["mock", "status"])
    (part(2) / "answers.txt").write_text(answers, encoding="utf-8")
    run(["mock", "status"])
    clock.put(1000)
    run(["mock", "status"])
    with (part(3) / "say-it.md").open("a", encoding="utf-8") as notes:
        notes.write(f"I said {HOSTILE}\n")
    run(["mock", "status"])
    clock.put(1201)
    capsys.readouterr()
    return clock


def table(capsys: Out) -> dict[str, Any]:
    """Return the report as JSON."""
    capsys.readouterr()
    assert run(["report", "--last", "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_numbers_are_those_of_the_script(held: Hands, capsys: Out) -> None:
    first, second, third = table(capsys)["parts"]

    assert (first["first_graded"], first["first_full"]) == (120, 480)
    assert [grade["held"] == grade["rules"] for grade in first["grades"]] == [False, True]
    assert first["snapshot"] == 590
    assert first["marks"][0]["status"] == "failed"  # it was broken again before the buzzer
    assert [question["status"] for question in second["questions"]] == ["right", "wrong"]
    assert all(question["working"] for question in second["questions"])
    assert third["notes"].startswith("I said")
    assert not any(point["said"] for point in third["said"])


def test_what_was_said_is_ticked_by_the_person_in_a_file(held: Hands, capsys: Out) -> None:
    table(capsys)
    file = part(3) / "checklist.md"
    file.write_text(file.read_text(encoding="utf-8").replace("- [ ]", "- [x]", 2), encoding="utf-8")

    points = table(capsys)["parts"][2]["said"]
    shutil.rmtree(part(3).parent)

    assert [point["said"] for point in points[:3]] == [True, True, False]
    assert table(capsys)["parts"][2]["said"] == points  # it outlives the folder


def test_an_export_takes_the_round_along(
    held: Hands, capsys: Out, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = table(capsys)
    assert run(["export", "history.json"]) == 0
    monkeypatch.setenv("DRILL_HOME", str(tmp_path / "elsewhere"))

    assert run(["import", "history.json"]) == 0

    assert table(capsys) == before


def test_what_breaks_under_time_is_held_against_practice(held: Hands, capsys: Out) -> None:
    for text in (reference("batching"), reference("batching"), wrong_batching()):
        history.record(judge(find("batching"), text, seed=1), text)

    (row,) = table(capsys)["families"]

    assert row["drill"] == "batching"
    assert row["family"] == "totals and utilization"
    assert row["practice"] == [2, 3]


def test_next_steps_have_dates_in_order(held: Hands, capsys: Out) -> None:
    found = table(capsys)

    dates = [step["date"] for step in found["next"]]
    assert dates == sorted(dates)
    assert min(dates) > found["began"][:10]
    assert any(step["do"] == "drill mock --round quick" for step in found["next"])
    assert any(step["do"].startswith("drill quiz --topic") for step in found["next"])


def test_earlier_rounds_of_the_same_kind_are_compared(held: Hands, capsys: Out) -> None:
    first = table(capsys)["mock"]
    held.put(90_000)
    run(["mock", "start", "--round", "quick.toml"])
    held.put(180_000)

    found = table(capsys)

    (earlier,) = found["earlier"]
    assert earlier["mock"] == first
    assert earlier["parts"][0]["first_full"] == 480
    assert run(["report", first]) == 0


@pytest.mark.parametrize("kind", ["text", "md", "html"])
def test_every_form_says_the_same(held: Hands, capsys: Out, kind: str) -> None:
    assert run(["report", "--format", kind]) == 0

    text = capsys.readouterr().out
    for number in ("2:00", "8:00", "4 of 7", "1 of 2", "0 of 6"):
        assert number in text, number
    assert "\x1b" not in text


def test_text_fits_the_terminal(held: Hands, capsys: Out, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "70")
    run(["report"])

    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 70


class Page(HTMLParser):
    """Notes the elements and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note one element and what it would fetch."""
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href")]


def test_the_page_runs_nothing_and_fetches_nothing(held: Hands) -> None:
    assert run(["report", "--format", "html", "--out", "report.html"]) == 0

    text = Path("report.html").read_text(encoding="utf-8")
    page = Page(text)
    assert not {"script", "img", "iframe", "link rel=stylesheet"} & set(page.tags)
    assert page.links == ["data:,"]
    assert "url(" not in text
    assert page.tags.count("svg") == 3
    assert page.tags.count("circle") == 2


def test_a_browser_has_nothing_to_complain_of(held: Hands, tmp_path: Path) -> None:
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("there is no Chromium here: what the page would fetch was read from its text")
    run(["report", "--format", "html", "--out", "report.html"])
    whole = Path("report.html").read_text(encoding="utf-8")
    Path("fetches.html").write_text(
        whole.replace("</body>", '<img src="http://example.com/a.png"></body>'), encoding="utf-8"
    )

    assert complaints(browser, "report.html", tmp_path) == []
    assert len(complaints(browser, "fetches.html", tmp_path)) == 1  # so it would have been told


def complaints(browser: str, page: str, folder: Path) -> list[str]:
    """Return what a headless browser writes to the console of a page, at the width of a phone."""
    done = subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--window-size=390,844",
            f"--user-data-dir={folder / 'browser'}",
            "--enable-logging=stderr",
            "--dump-dom",
            Path(page).resolve().as_uri(),
        ],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert "</html>" in done.stdout, done.stderr
    return re.findall(r"CONSOLE.*", done.stderr)


def test_a_report_that_is_not_there_is_named(held: Hands, capsys: Out) -> None:
    assert run(["report", "nothing"]) == 2
    assert "there is no mock 'nothing'" in capsys.readouterr().err
    assert run(["report", "--out", "no/such/folder.txt"]) == 2
    assert "cannot be written" in capsys.readouterr().err
