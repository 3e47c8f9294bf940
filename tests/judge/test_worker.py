"""A worker answers, or is named for what it did instead; real processes throughout."""

import base64
import marshal
import sys
import time

import pytest

from grader.answer import Crashed, Hit, Seen, Unfit, Unwritten
from grader.catalogue import Signature
from grader.limits import Limits
from grader.worker import Module, Setup, Worker

DRIVER = """
from grader.plain import attempt

def run(module, scenario):
    return attempt(module.double, scenario["n"])
"""
NEEDS = (Signature("double", 1, 1, (), "def double(n: int) -> int:"),)


def worker(source: str, **limits: float) -> Worker:
    """Start a worker whose candidate must offer double(n)."""
    code = base64.b64encode(marshal.dumps(compile(DRIVER, "driver.py", "exec"))).decode()
    driver = Module("driver", code, "")
    return Worker(Setup("toy", source, (driver,), NEEDS, Limits(**limits), 1))  # type: ignore[arg-type]


def ask(source: str, n: int = 4, seconds: float = 1.0, **limits: float) -> object:
    """Return the answer to one scenario."""
    with worker(source, **limits) as candidate:
        return candidate.load() or candidate.ask({"n": n}, seconds, None)


def test_a_right_answer_comes_back_as_plain_data() -> None:
    assert ask("def double(n): return 2 * n") == Seen({"returned": 8})


def test_answers_come_back_in_order_when_scenarios_are_submitted_ahead() -> None:
    with worker("def double(n): return 2 * n") as candidate:
        candidate.load()
        for n in range(100):
            candidate.submit({"n": n}, 1.0)

        answers = [candidate.answer(None) for _ in range(100)]

    assert answers == [Seen({"returned": 2 * n}) for n in range(100)]


def test_an_endless_loop_is_a_limit_of_time() -> None:
    answer = ask("def double(n):\n while True: pass", seconds=0.3)

    assert answer == Hit("time", "no answer after 0.3 s of running")


def test_sleeping_counts_as_running() -> None:
    answer = ask("import time\ndef double(n): time.sleep(9)", seconds=0.3)

    assert answer == Hit("time", "no answer after 0.3 s of running")


def test_an_endless_loop_at_import_is_a_limit_of_time() -> None:
    answer = ask("while True: pass", import_seconds=0.3)

    assert answer == Hit("time", "no answer after 0.3 s of running")


def test_a_worker_that_exits_early_is_an_error_not_a_pass() -> None:
    answer = ask("import os\ndef double(n): os._exit(0)")

    assert answer == Crashed("your code ended the process (exit code 0)")


def test_sys_exit_is_an_exception_like_any_other() -> None:
    answer = ask("import sys\ndef double(n): sys.exit(0)")

    assert answer == Seen({"raised": "SystemExit", "says": "0", "line": 2})


def test_too_much_memory_is_a_limit() -> None:
    answer = ask("def double(n): return [0] * (1 << 32)")

    assert answer == Hit("memory", "over 1,024 MiB of memory were asked for")


def test_processor_time_that_is_used_up_is_a_limit_of_its_own() -> None:
    answer = ask("def double(n):\n while True: pass", seconds=20.0, grade_seconds=0.0)

    assert answer == Hit("time", "the process used all of its CPU time")


def test_an_answer_that_is_too_large_is_a_limit() -> None:
    answer = ask("def double(n): return 'x' * 5_000_000")

    assert isinstance(answer, Hit)
    assert (answer.limit, answer.says[:35]) == ("reply", "an answer that is too large or too ")


def test_an_answer_that_is_too_deep_is_told_as_such() -> None:
    source = "def double(n):\n a = []\n for _ in range(99): a = [a]\n return a"

    answer = ask(source)

    assert isinstance(answer, Seen)
    assert str(answer.observation).count("too deep") == 1


THREADS = """
import threading, time
threading.stack_size(65536)
def start():
    while True:
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the threads of a user")
@pytest.mark.parametrize("where", ["start()", "def double(n): start()"])
def test_too_many_threads_are_a_limit(where: str) -> None:
    source = f"{THREADS}\n{where}\ndouble = globals().get('double', abs)"

    assert ask(source) == Hit("processes", "over 64 threads were started")


def test_a_flood_of_prints_is_a_limit() -> None:
    answer = ask("def double(n):\n while True: print('x' * 999)")

    assert answer == Hit("output", "over 262,144 bytes were printed in one scenario")


def test_prints_are_kept_apart_from_answers() -> None:
    with worker("def double(n): print('PASSED'); return 2 * n") as candidate:
        candidate.load()
        answer = candidate.ask({"n": 1}, 1.0, None)
        candidate.ask({"n": 2}, 1.0, None)

        assert answer == Seen({"returned": 2})
        assert "PASSED" in candidate.output[0]


@pytest.mark.parametrize(
    ("source", "kind", "line"),
    [
        ("def double(n: return 1", "syntax", 1),
        ("\nimport no_such_module", "import", 2),
        ("\n\n1 / 0", "import", 3),
        ("raise SystemExit", "import", 1),
        ("def twice(n): return 2 * n", "missing", 0),
        ("double = 4", "missing", 0),
        ("\ndef double(): return 4", "signature", 2),
        ("def double(n, m): return 4", "signature", 1),
        ("def double(n, *, m): return 4", "signature", 1),
    ],
)
def test_a_file_that_cannot_be_graded_says_why_and_where(source: str, kind: str, line: int) -> None:
    answer = ask(source)

    assert isinstance(answer, Unfit)
    assert (answer.kind, answer.line) == (kind, line)


@pytest.mark.parametrize(
    "source",
    [
        "def double(*args): return 2 * args[0]",
        "def double(n, unit=2): return unit * n",
        "def double(n, *, unit=2): return unit * n",
        "double = lambda n: 2 * n",
        "import functools\n@functools.lru_cache\ndef double(n): return 2 * n",
        "import functools, operator\ndouble = functools.partial(operator.mul, 2)",
        "class Doubler:\n def __call__(self, n): return 2 * n\ndouble = Doubler()",
    ],
)
def test_a_function_is_accepted_however_it_is_made(source: str) -> None:
    assert ask(source) == Seen({"returned": 8})


def test_an_unwritten_stub_is_named_with_its_line() -> None:
    answer = ask("def double(n):\n    raise NotImplementedError('write double()')")

    assert answer == Unwritten("write double()", 2)


def test_a_crash_of_the_interpreter_is_named() -> None:
    answer = ask("import sys\nsys.setrecursionlimit(10**9)\ndef double(n): return double(n)")

    assert isinstance(answer, Crashed | Hit)


def test_a_forged_reply_ends_the_worker() -> None:
    forge = (
        "import os\n"
        "def double(n):\n"
        "    for fd in range(3, 64):\n"
        "        try: os.write(fd, b'\\x00\\x00\\x00\\x0b{\"seen\":42}')\n"
        "        except OSError: pass\n"
        "    return 2 * n\n"
    )

    assert ask(forge) == Crashed("the worker sent a reply that nobody asked for")


def test_the_same_seed_iterates_sets_of_strings_alike() -> None:
    source = "def double(n): return list({str(i) for i in range(n)})"

    assert ask(source, 50) == ask(source, 50)


def test_an_answer_that_nobody_listened_for_is_no_limit() -> None:
    with worker("def double(n): return 2 * n") as candidate:
        candidate.load()
        candidate.submit({"n": 4}, 0.2)
        time.sleep(0.5)  # the judge is busy with other things

        assert candidate.answer(None) == Seen({"returned": 8})


def test_an_answer_that_never_ends_is_a_limit_of_time() -> None:
    drip = (
        "import os, threading, time\n"
        "def double(n):\n"
        "    while True:\n"
        "        for fd in range(3, 64):\n"
        "            try: os.write(fd, b'\\x00')\n"
        "            except OSError: pass\n"
        "        time.sleep(0.01)\n"
    )

    answer = ask(drip, seconds=0.3)

    assert isinstance(answer, Hit | Crashed)


def test_what_was_answered_before_a_crash_still_counts() -> None:
    source = "import os\ndef double(n):\n    if n == 9: os._exit(3)\n    return 2 * n"
    with worker(source) as candidate:
        candidate.load()
        for n in range(20):
            candidate.submit({"n": n}, 1.0)
        time.sleep(0.3)

        answers = [candidate.answer(None) for _ in range(10)]

    assert answers[:9] == [Seen({"returned": 2 * n}) for n in range(9)]
    assert answers[9] == Crashed("your code ended the process (exit code 3)")
