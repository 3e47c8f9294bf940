"""`drill trace --pdb`: in the learner's file, in a process that says what still confines it."""

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.watch.terminal import Seat

Drill = Callable[..., "subprocess.CompletedProcess[str]"]
Answer = Callable[[str], Path]

PROMPT = "(Pdb) "


def test_it_stops_where_each_function_to_write_is_called(drill: Drill, answer: Answer) -> None:
    drill("start", "batching")
    answer("batching").replace("batching/batching.py")
    with Seat("trace", "lesson", "--drill", "batching", "--pdb") as seat:
        first = seat.until(PROMPT)
        seat.press("p out_lens\n")
        value = seat.until(PROMPT)
        seat.press("c\nc\n")
        seat.until(PROMPT)
        third = seat.until(PROMPT)
        seat.press("q\n")
        seat.until("The run is over; nothing was graded.")

        assert "in a process of its own" in first
        assert "outside the jail" in first
        assert "batching.py(" in first
        assert ")simulate_static()" in first
        assert "[20, 200, 50, 30]" in value
        assert ")simulate_continuous()" in third
        assert seat.ends() == 0


def test_a_file_that_breaks_on_import_is_told(drill: Drill) -> None:
    drill("start", "batching")
    Path("batching/batching.py").write_text("1 / 0\n")
    with Seat("trace", "lesson", "--drill", "batching", "--pdb") as seat:
        seat.until("ZeroDivisionError: division by zero")

        assert seat.ends() == 1
