"""The result as one JSON object, of the shape that `shape.py` publishes."""

from typing import Any

from gpu_checks.bench.latency import Latency
from gpu_checks.bench.standing import Standing
from gpu_checks.course import Course
from gpu_checks.order import Line, Result
from gpu_checks.report.shape import (
    CourseData,
    LatencyData,
    LayerData,
    LineData,
    ProblemData,
    ReportData,
    StandingData,
    ViolationData,
    WallData,
)
from gpu_checks.report.text import before
from gpu_checks.report.timeline import timeline
from gpu_checks.verify.violation import LAYERS, Layer
from grader import __version__

SCHEMA = 1  # raised whenever a field changes its meaning or goes away


def report(result: Result) -> ReportData:
    """Return everything as plain data."""
    order = result.order
    return {
        "schema": SCHEMA,
        "version": __version__,
        "drill": order.source.drill,
        "device": order.device,
        "model": order.model,
        "machine": result.machine,
        "status": result.status,
        "distinction": result.is_distinguished,
        "layers": [_layer(result, layer) for layer in LAYERS],
        "violation": _violation(result),
        "problem": _problem(result),
        "schedules": [
            {
                "workload": name,
                "learner": _standing(beside.learner),
                "reference": _standing(beside.reference),
                "static": _standing(beside.static),
            }
            for name, beside in result.schedules.items()
        ],
        "wall": _wall(result),
        "lines": [_line(line) for line in (*result.lines, *result.distinction)],
        "courses": [_course(name, course) for name, course in result.courses.items()],
        "output": result.output,
        "seconds": round(result.seconds, 3),
    }


def _layer(result: Result, layer: Layer) -> LayerData:
    failed = result.violation is not None and result.violation.layer == layer
    looked = result.looked[layer]
    return {
        "layer": layer,
        "status": "failed" if failed else "ok" if looked else "untold",
        "steps": looked,
    }


def _violation(result: Result) -> ViolationData | None:
    found = result.violation
    if found is None:
        return None
    return {
        "layer": found.layer,
        "where": result.where,
        "step": found.step,
        "request": found.request,
        "position": found.position,
        "page": found.page,
        "says": str(found),
        "before": [line.strip() for line in before(result, found.step)][1:],
    }


def _problem(result: Result) -> ProblemData | None:
    found = result.problem
    if found is None:
        return None
    return {"kind": found.kind, "says": found.says, "line": found.line, "where": result.where}


def _standing(standing: Standing) -> StandingData:
    data: Any = standing.to_json()
    typed: StandingData = data
    return typed


def _latency(latency: Latency) -> LatencyData:
    data: Any = latency.to_json()
    typed: LatencyData = data
    return typed


def _wall(result: Result) -> WallData | None:
    wall, measured = result.wall, result.measured
    if wall is None or measured is None:
        return None
    names = ("scheduler", "engine", "model")
    return {
        "on": result.wall_on,
        "learner": list(wall.learner),
        "reference": list(wall.reference),
        "static": result.static_speed,
        "ratio": wall.ratio,
        "spread": list(wall.spread),
        "noise": wall.noise,
        "noisy": wall.is_noisy,
        "latency": _latency(measured),
        "shares": dict(zip(names, result.shares, strict=True)),
    }


def _line(line: Line) -> LineData:
    return {
        "says": line.says,
        "value": line.value,
        "limit": line.least,
        "holds": line.holds,
        "measured": line.measured,
    }


def _course(name: str, course: Course) -> CourseData:
    return {
        "workload": name,
        "steps": len(course.steps),
        "pages": course.workload.pages,
        "used": [step.used for step in course.steps],
        "timeline": [
            {"request": number, "kind": part.kind, "first": part.first + 1, "steps": part.steps}
            for number, parts in enumerate(timeline(course))
            for part in parts
        ],
    }
