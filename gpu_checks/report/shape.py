"""The shape of a report; its types are the schema, which `schema()` writes down.

`docs/gpu.schema.json` is that schema; a test compares.
"""

from types import NoneType, UnionType
from typing import Any, Literal, TypedDict, get_args, get_origin, get_type_hints, is_typeddict

from gpu_checks.order import Status
from gpu_checks.verify.violation import Layer


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
