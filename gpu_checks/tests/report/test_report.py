"""Screens, page, picture and JSON of a result, without any model but the fingerprint on lists."""

import json
import os
import struct
import zlib
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gpu_checks.adapter.session import Local, Source, candidate
from gpu_checks.bench.standing import known
from gpu_checks.course import Course
from gpu_checks.engine import Checks, run
from gpu_checks.fingerprint import VOCAB, ListRunner
from gpu_checks.order import Beside, Line, Order, Result
from gpu_checks.report.data import report
from gpu_checks.report.live import view
from gpu_checks.report.page import page
from gpu_checks.report.png import picture
from gpu_checks.report.shape import ReportData, schema
from gpu_checks.report.svg import draw_timeline
from gpu_checks.report.text import screen
from gpu_checks.report.timeline import timeline
from gpu_checks.verify.small import small
from gpu_checks.verify.study import wrong_programs
from grader.catalogue import ROOT
from grader.shape import fits

SCHEMA = ROOT / "docs" / "gpu.schema.json"


def course(name: str = "") -> Course:
    """Return a run with preemptions of the reference, or of a wrong program."""
    workload = small(2, VOCAB)
    text = next((one.scheduler for one in wrong_programs() if one.name == name), None)
    session = Local("scheduler", candidate("scheduler", text) if text else None)
    runner = ListRunner(workload.pages, workload.page_size)
    return run(session, runner, workload, Checks(pages=True))


def passed() -> Result:
    result = Result(Order(Source("scheduler", ""), "cpu", "fingerprint", ("tail",)))
    result.looked = dict.fromkeys(result.looked, 20)
    result.courses["tail"] = course()
    standings = known("tail")
    result.schedules["tail"] = Beside(
        standings["scheduler"], standings["scheduler"], standings["static"]
    )
    result.lines = [Line("tail: speed / that of the reference", 1.0, 0.95, measured=False)]
    return result


def failed() -> Result:
    result = Result(Order(Source("scheduler", ""), "cpu", "fingerprint", ("tail",)))
    result.last = result.courses["tail"] = course("block_table_sorted")
    result.violation = result.last.violations[0]
    result.looked |= {"contract": 4, "ledger": 4}
    result.where = "fingerprint on tail"
    return result


def test_the_verdict_comes_first_and_says_passed() -> None:
    lines = list(screen(passed()))

    assert lines[0].endswith("PASSED")
    assert [line.split()[:2] for line in lines[2:6]] == [
        ["ok", "contract"],
        ["ok", "ledger"],
        ["ok", "journal"],
        ["ok", "models"],
    ]
    assert max(map(len, lines)) <= 80


def test_a_fault_is_told_in_one_sentence_after_the_layers_with_three_steps_before() -> None:
    result = failed()
    lines = list(screen(result))

    assert lines[0].endswith("FAILED")
    assert lines[3].startswith("  FAIL  ledger")
    assert lines[5].startswith("  -     models")
    assert lines[7].startswith(f"  request {result.violation.request}, step")  # type: ignore[union-attr]
    at = lines.index("  the steps before it (request:start+tokens):")
    assert 1 <= len(lines[at + 1 :]) <= 3
    assert max(map(len, lines)) <= 80


def test_nothing_that_was_not_looked_at_counts_as_passed() -> None:
    result = passed()
    result.looked["models"] = 0

    assert result.status == "ungradable"


def test_a_line_that_is_not_reached_fails() -> None:
    result = passed()
    result.lines = [Line("slow", 0.9, 0.95, measured=True)]

    assert result.status == "failed"


@pytest.mark.parametrize("result", [passed(), failed()], ids=["passed", "failed"])
def test_the_json_has_the_shape_of_its_schema(result: Result) -> None:
    data = json.loads(json.dumps(report(result)))

    assert fits(data, ReportData)


def test_the_published_schema_is_that_of_the_types() -> None:
    text = json.dumps(schema(), indent=1) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        SCHEMA.write_text(text, encoding="utf-8")

    assert SCHEMA.read_text(encoding="utf-8") == text


def test_the_page_needs_nothing_else() -> None:
    text = page(passed())

    assert "http" not in text.replace("http-equiv", "")
    assert "<script" not in text
    assert text.count("<svg") == 3


def test_the_page_shows_hostile_text_as_text() -> None:
    result = passed()
    result.output = "<script>alert(1)</script>"

    assert "<script>alert" not in page(result)


def test_pictures_are_well_formed_and_show_every_preemption() -> None:
    seen = course()
    lost = sum(len(step.preempted) for step in seen.steps)
    tree = ElementTree.fromstring(draw_timeline(seen))

    assert lost > 0
    assert len([one for one in tree.iter() if one.tag.endswith("polygon")]) == lost


def test_a_timeline_covers_the_life_of_every_request() -> None:
    seen = course()

    for life, segments in zip(seen.lives, timeline(seen), strict=True):
        assert segments[0].first == life.at
        assert all(one.first + one.steps == two.first for one, two in pairwise(segments))
        kinds = [segment.kind for segment in segments]
        assert kinds[-1] in ("prefill", "decode", "hit")


def test_the_picture_is_a_png_of_the_size_that_it_says() -> None:
    data = picture(course())

    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    wide, high = struct.unpack(">II", data[16:24])
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    assert len(zlib.decompress(data[at + 4 : at + 4 + length])) == high * (1 + 3 * wide)


def test_the_live_view_has_a_sign_for_every_page() -> None:
    seen = course()
    lines = list(view(seen, "fingerprint on tail"))
    signs = "".join(line[4:] for line in lines if line.startswith("  | "))

    assert len(signs) == seen.workload.pages
    assert str(seen.steps[-1].number) in lines[0]


def test_the_schema_lies_where_the_docs_say() -> None:
    assert Path(ROOT, "docs", "gpu.schema.json") == SCHEMA
