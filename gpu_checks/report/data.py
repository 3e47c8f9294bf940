"""The result as one JSON object; its types are the schema, which `schema()` writes down.

`docs/gpu.schema.json` is that schema; a test compares.
"""

from types import NoneType, UnionType
from typing import Any, Literal, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

from gpu_checks.bench.latency import Latency
from gpu_checks.bench.standing import Standing
from gpu_checks.course import Course
from gpu_checks.order import Line, Result, Status
from gpu_checks.report.text import before
from gpu_checks.report.timeline import timeline
from gpu_checks.verify.violation import LAYERS, Layer
from grader import __version__

SCHEMA = 1  # raised whenever a field changes its meaning or goes away


class LayerData(TypedDict):
    """One layer: `steps` is how many steps it looked at."""

    layer: Layer
    status: Literal["ok", "failed", "untold"]
    steps: int


class ViolationData(TypedDict):
    """The first fault; -1 where there is no request, position or page to name."""

    layer: Layer
    where: str
    step: int
    request: int
    position: int
    page: int
    says: str
    before: list[str]


class ProblemData(TypedDict):
    """Why the run ended early."""

    kind: str
    says: str
    line: int
    where: str


class LatencyData(TypedDict):
    """Seconds at p50, p90 and p99."""

    ttft: list[float]
    tpot: list[float]
    itl: list[float]
    e2e: list[float]


class ScoreData(TypedDict):
    """Counts of one schedule."""

    steps: int
    requests: int
    output: int
    mean_batch: float
    utilisation: float
    prefill: int
    recomputed: int
    hits: int
    preemptions: int
    peak_pages: int
    pages: int


class StandingData(TypedDict):
    """Counts and what the roofline predicts of them; `speed` in output tokens a second."""

    score: ScoreData
    speed: float
    latency: LatencyData


class ScheduleData(TypedDict):
    """One workload."""

    workload: str
    learner: StandingData
    reference: StandingData
    static: StandingData


class WallData(TypedDict):
    """The clock; speeds in output tokens a second, shares in seconds a step."""

    on: str
    learner: list[float]
    reference: list[float]
    static: float
    ratio: float
    spread: list[float]
    noise: float
    noisy: bool
    latency: LatencyData
    shares: dict[str, float]


class LineData(TypedDict):
    """One line of the pass line."""

    says: str
    value: float
    limit: float
    holds: bool
    measured: bool


class StretchData(TypedDict):
    """A request did the same from step `first` on, for `steps` steps."""

    request: int
    kind: str
    first: int
    steps: int


class CourseData(TypedDict):
    """The timeline of one checked run."""

    workload: str
    steps: int
    pages: int
    used: list[int]  # pages, after each step
    timeline: list[StretchData]


class ReportData(TypedDict):
    """The whole report."""

    schema: int
    version: str
    drill: str
    device: str
    model: str
    machine: dict[str, str]
    status: Status
    distinction: bool
    layers: list[LayerData]
    violation: ViolationData | None
    problem: ProblemData | None
    schedules: list[ScheduleData]
    wall: WallData | None
    lines: list[LineData]
    courses: list[CourseData]
    output: str
    seconds: float


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


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a report."""
    address = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": address, "title": "drill gpu report", **_kind(ReportData)}


def _kind(kind: Any) -> dict[str, Any]:
    if is_typeddict(kind):
        fields = get_type_hints(kind)
        return {
            "type": "object",
            "description": (kind.__doc__ or "").strip(),
            "properties": {name: _kind(field) for name, field in fields.items()},
            "required": list(fields),
            "additionalProperties": False,
        }
    origin, inner = get_origin(kind), get_args(kind)
    if origin is list:
        return {"type": "array", "items": _kind(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _kind(inner[1])}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is UnionType or NoneType in inner:
        return {"anyOf": [_kind(one) for one in inner]}
    names = {int: "integer", float: "number", str: "string", bool: "boolean", NoneType: "null"}
    return {"type": names[kind]}
