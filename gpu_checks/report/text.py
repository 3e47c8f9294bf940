"""The screen after a grade: verdict first, by layer, then figures. Lines of at most 80 columns."""

import textwrap
from collections.abc import Iterator

from gpu_checks.bench.latency import Latency
from gpu_checks.bench.standing import Standing
from gpu_checks.course import Step
from gpu_checks.order import Beside, Line, Order, Result
from gpu_checks.verify.violation import LAYERS, Layer
from grader.clean import clean

MEANS: dict[Layer, str] = {
    "contract": "every row is legal and keeps the limits",
    "ledger": "what is read was made of the reader's own prefix",
    "journal": "the due samples were taken in, and all ended clean",
    "models": "bit for bit the tokens of running each one alone",
}
WORDS = {"passed": "PASSED", "failed": "FAILED", "ungradable": "could not be graded"}
BEFORE = 3  # steps that are shown before the one with the fault
ROWS = 6  # of a step that are shown
WIDTH = 78


def screen(result: Result) -> Iterator[str]:
    """Yield the whole screen; each line begins with two spaces."""
    yield from _head(result)
    yield ""
    yield from layers(result)
    yield from _trouble(result)
    if result.schedules:
        yield ""
        yield from _schedules(result.schedules)
        yield ""
        yield from _latencies(result)
    if result.wall:
        yield ""
        yield from _clock(result)
    if result.lines:
        yield ""
        yield from _lines(result)


def _head(result: Result) -> Iterator[str]:
    word = WORDS.get(result.status, "a limit was hit")
    order = result.order
    left = f"  {order.source.drill}  under a model on {result.machine.get('device', order.device)}"
    if result.is_distinguished:
        word += ", with distinction"
    yield f"{left:<{WIDTH - len(word)}}{word}"


def layers(result: Result) -> Iterator[str]:
    """Yield a line a layer: ok, FAIL, or - where it was not reached."""
    for layer in LAYERS:
        looked = result.looked[layer]
        failed = result.violation is not None and result.violation.layer == layer
        word = "FAIL" if failed else "ok" if looked else "-"
        count = f"{looked:,} steps" if looked else ""
        yield f"  {word:<6}{layer:<10}{MEANS[layer]:<50}{count:>12}".rstrip()


def _trouble(result: Result) -> Iterator[str]:
    violation, problem = result.violation, result.problem
    if violation:
        yield ""
        yield from _wrapped(f"{violation}.")
        yield f"  ({result.where})"
        yield from before(result, violation.step)
    elif problem:
        yield ""
        reached = len(result.last.steps) + 1 if result.last else 0
        when = f"step {reached}: " if reached else ""
        line = f" (line {problem.line})" if problem.line else ""
        yield from _wrapped(f"{when}{clean(problem.says)}{line}")
        yield f"  ({problem.kind}; {result.where or 'while the file was loaded'})"
        yield from before(result, reached)


def before(result: Result, number: int) -> Iterator[str]:
    """Yield the steps before step `number` of the run in which it happened."""
    course = result.last
    steps = [step for step in course.steps if step.number < number][-BEFORE:] if course else []
    if steps:
        yield "  the steps before it (request:start+tokens):"
    for step in steps:
        yield f"    {step.number:>4}  {told(step)}"[:WIDTH]


def told(step: Step) -> str:
    """Return a step in one line: "decode  0:17+1 3:8+1; preempted 2"."""
    rows = " ".join(f"{p.request}:{p.start}+{p.length}" for p in step.pieces[:ROWS])
    more = f" and {len(step.pieces) - ROWS} more" if len(step.pieces) > ROWS else ""
    lost = f"; preempted {' '.join(map(str, step.preempted))}" if step.preempted else ""
    done = f"; ended {' '.join(map(str, step.finished))}" if step.finished else ""
    return f"{step.kind:<8}{rows}{more}{lost}{done}"


def _schedules(schedules: dict[str, Beside]) -> Iterator[str]:
    yield "  the schedule, without a model:"
    yield (
        f"  {'':<18}{'steps':>6}{'batch':>7}{'slots':>6}{'prefill':>9}{'again':>7}"
        f"{'hits':>9}{'preempt':>8}{'pages':>7}"
    )
    for name, beside in schedules.items():
        whose = {
            "yours": beside.learner,
            "reference": beside.reference,
            "static": beside.static,
        }
        for who, one in whose.items():
            s = one.score
            start = f"  {name if who == 'yours' else '':<8}{who:<10}"
            yield (
                f"{start}{s.steps:>6,}{s.mean_batch:>7.1f}{s.utilisation:>6.0%}{s.prefill:>9,}"
                f"{s.recomputed:>7,}{s.hits:>9,}{s.preemptions:>8}{s.peak_pages:>7,}"
            )


def _latencies(result: Result) -> Iterator[str]:
    yield "  predicted for Qwen3-0.6B on an L4 (roofline); milliseconds, p50 / p99:"
    yield f"  {'':<18}{'tok/s':>7}{'first token':>17}{'between tokens':>17}{'whole':>19}"
    for name, beside in result.schedules.items():
        whose: dict[str, Standing] = {
            "yours": beside.learner,
            "reference": beside.reference,
            "static": beside.static,
        }
        for who, one in whose.items():
            start = f"  {name if who == 'yours' else '':<8}{who:<10}{one.speed:>7,.0f}"
            yield f"{start}{_times(one.latency)}"


def _times(latency: Latency) -> str:
    cells = [
        f"{1000 * values[0]:,.{digits}f} / {1000 * values[-1]:,.{digits}f}"
        for values, digits in ((latency.ttft, 0), (latency.itl, 1), (latency.e2e, 0))
    ]
    return f"{cells[0]:>17}{cells[1]:>17}{cells[2]:>19}"


def _clock(result: Result) -> Iterator[str]:
    wall = result.wall
    assert wall is not None, "the caller looked"
    attention = result.machine.get("attention", "none")
    yield f"  the clock: {result.wall_on}, in turn with the reference, attention: {attention}"
    yield (
        f"    output tok/s   yours {max(wall.learner):,.0f}   reference"
        f" {max(wall.reference):,.0f}   static {result.static_speed:,.0f}   (best of each)"
    )
    low, high = wall.spread
    yield f"    yours / reference   {wall.ratio:.3f}   ({low:.3f} to {high:.3f})"
    if wall.is_noisy:
        noise = f"{wall.noise:.0%}"
        yield f"    noisy: the reference differs from itself by {noise}; the schedule counts"
    elif result.order.device == "cpu":
        yield "    on a CPU the schedule counts, not the clock"
    learner, host, model = (1e6 * share for share in result.shares)
    yield f"    a step: {learner:,.0f} us scheduler, {host:,.0f} us engine, {model:,.0f} us model"
    if result.measured:
        yield f"    ms, p50/p99:  {_measured(result.measured)}"


def _measured(latency: Latency) -> str:
    named = {"TTFT": latency.ttft, "TPOT": latency.tpot, "ITL": latency.itl, "E2E": latency.e2e}
    return "   ".join(f"{k} {1000 * v[0]:.0f}/{1000 * v[-1]:.0f}" for k, v in named.items())


def _lines(result: Result) -> Iterator[str]:
    yield "  the pass line:"
    yield from (_line(line, "FAIL") for line in result.lines)
    if result.distinction:
        yield "  the distinction:"
        yield from (_line(line, "no") for line in result.distinction)


def _line(line: Line, bad: str) -> str:
    word = "ok" if line.holds else bad
    limit = f"at {'most' if line.below else 'least'} {line.least:.2f}"
    how = "measured" if line.measured else "predicted"
    return f"  {word:<6}{line.says:<52}{line.value:>5.2f}  {limit}, {how}"[: WIDTH + 2]


def _wrapped(text: str) -> Iterator[str]:
    yield from (f"  {line}" for line in textwrap.wrap(text, WIDTH - 2, break_on_hyphens=False))


def title(order: Order) -> str:
    """Return what was asked, for a heading."""
    return f"drill gpu: {order.source.drill}, {order.model} on {order.device}"
