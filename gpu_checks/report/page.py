"""One HTML page that needs nothing else: verdict, fault, figures, pictures."""

from collections.abc import Iterator
from html import escape

from gpu_checks.course import Course
from gpu_checks.order import Result
from gpu_checks.report import svg
from gpu_checks.report.text import screen, title

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2330; background: #fff;
       max-width: 1060px; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2.2rem; }
pre { background: #f6f7f9; padding: 1rem; overflow-x: auto; font-size: 13px; line-height: 1.45; }
.verdict { font-weight: 700; padding: .15rem .6rem; border-radius: 4px; color: #fff; }
.passed { background: #1a7f37; } .failed, .limit { background: #b3122d; }
.ungradable { background: #8a6100; }
.fault { border-left: 4px solid #b3122d; padding: .4rem 1rem; background: #fdf1f3; }
svg { width: 100%; height: auto; display: block; margin: .3rem 0 1rem; }
svg text { font-size: 11px; fill: #4a5160; } .r { text-anchor: end; } .m { text-anchor: middle; }
.legend span { margin-right: 1.1rem; white-space: nowrap; }
.legend i { display: inline-block; width: .9em; height: .9em; margin-right: .35em; }
.legend b { color: #7a0019; } figcaption { color: #4a5160; } figure { margin: 0; }
"""


def page(result: Result) -> str:
    """Return the page."""
    heading = escape(title(result.order))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{heading}</title><style>{STYLE}</style></head><body>\n"
        + "\n".join(_body(result, heading))
        + "\n</body></html>\n"
    )


def _body(result: Result, heading: str) -> Iterator[str]:
    status = result.status
    word = f'<span class="verdict {status}">{status}</span>'
    yield f"<h1>{heading} {word}</h1>"
    machine = ", ".join(f"{key}: {value}" for key, value in result.machine.items())
    yield f"<p>{escape(machine)}</p>"
    if result.violation:
        says = escape(f"{result.violation} ({result.where})")
        yield f'<p class="fault"><strong>{result.violation.layer}:</strong> {says}</p>'
    elif result.problem:
        says = escape(f"{result.problem.says} ({result.where})")
        yield f'<p class="fault"><strong>{escape(result.problem.kind)}:</strong> {says}</p>'
    yield f"<pre>{escape(chr(10).join(screen(result)))}</pre>"
    if result.courses:
        yield "<h2>Who did what</h2>"
        yield svg.legend()
    for name, course in result.courses.items():
        yield from _course(name, course)
    if result.pace:
        yield f"<h2>Time in the model, {escape(result.wall_on)}</h2>"
        yield _figure(
            svg.draw_pace(result.pace), "each step; below in red what the roofline allows"
        )
    if result.output:
        yield "<h2>Your code printed</h2>"
        yield f"<pre>{escape(result.output[:4000])}</pre>"


def _course(name: str, course: Course) -> Iterator[str]:
    workload = course.workload
    lost = sum(len(step.preempted) for step in course.steps)
    yield f"<h2>{escape(name)}</h2>"
    says = (
        f"{len(course.lives)} requests, {len(course.steps)} steps, {workload.pages} pages of"
        f" {workload.page_size} tokens, {lost} preemptions"
    )
    yield _figure(svg.draw_timeline(course), f"Requests over steps: {says}")
    yield _figure(svg.draw_use(course), "Pages in use")
    yield _figure(
        svg.draw_pages(course), "Pages over steps, coloured by the request that holds them"
    )


def _figure(picture: str, says: str) -> str:
    return f"<figure><figcaption>{escape(says)}</figcaption>{picture}</figure>"
