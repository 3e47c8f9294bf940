"""`drill gpu`: run a scheduler under a real model with a paged KV cache."""

import importlib.util
import json
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import folder, history
from grader.catalogue import find
from grader.error import DrillError, reason
from grader.folder import Place
from grader.report import EXIT

if TYPE_CHECKING:
    from gpu_checks.adapter.session import Source
    from gpu_checks.order import Order, Result

DRILLS = ("scheduler", "budget")
MODELS = ("fingerprint", "bitexact", "tiny", "smollm2-135m", "qwen3-0.6b", "llama-3-8b")
WORKLOADS = ("nano", "tail", "shared", "tight")
USUAL = {"cpu": "tiny", "cuda": "qwen3-0.6b"}
INSTALL = "pip install 'infra-drill[gpu]'"


@click.command("gpu")
@click.argument("what", required=False, metavar="[FILE]")
@click.option("--drill", "name", type=click.Choice(DRILLS), help="The drill that FILE answers.")
@click.option("--blocks", type=click.Path(path_type=Path), help="Your own block manager.")
@click.option("--device", type=click.Choice(["cuda", "cpu"]), default="cuda", show_default=True)
@click.option("--model", type=click.Choice(MODELS), help="Of the clock; an exact one alone.")
@click.option("--workload", "workloads", type=click.Choice(WORKLOADS), multiple=True)
@click.option("--weights", type=click.Path(path_type=Path), help="config.json and safetensors.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("gpu-report"))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
@click.pass_obj
def command(
    settings: dict[str, str],
    what: str | None,
    name: str | None,
    blocks: Path | None,
    device: str,
    model: str | None,
    workloads: tuple[str, ...],
    weights: Path | None,
    out: Path,
    as_json: bool,
) -> int:
    """Run your scheduler under a real model: is it right, and how fast is it.

    FILE answers the drill scheduler or budget; without it, the drill of this folder. Writes a page,
    a picture and JSON. `--device cpu` runs the same engine and checks on small shapes.
    """
    if importlib.util.find_spec("torch") is None:
        raise DrillError("drill gpu needs torch, which is not installed", hint=INSTALL, code=6)
    warnings.filterwarnings("ignore", message="Failed to initialize NumPy")  # torch, unasked
    from gpu_checks.order import Order

    place = folder.locate(what, name)
    _check(place, blocks, weights)
    order = Order(
        source=_source(place, blocks),
        device=device,
        model=model or USUAL[device],
        workloads=workloads or WORKLOADS,
        weights=weights,
    )
    result = _graded(order)
    _record(place, result)
    files = _write(result, out)
    if as_json:
        click.echo(files["report.json"].read_text(encoding="utf-8"), nl=False)
    else:
        _show(result, files, settings)
    return EXIT[result.status]


def _check(place: Place, blocks: Path | None, weights: Path | None) -> None:
    if place.drill.name not in DRILLS:
        raise DrillError(
            f"drill gpu runs files of {' and '.join(DRILLS)}, not of {place.drill.name}",
            hint="drill gpu FILE --drill scheduler",
        )
    if blocks and place.drill.name != "scheduler":
        raise DrillError("a budget scheduler counts blocks itself", hint="leave --blocks out")
    if weights and not (weights / "config.json").is_file():
        raise DrillError(f"{weights} holds no config.json", hint="--weights takes a model's folder")


def _source(place: Place, blocks: Path | None) -> "Source":
    from gpu_checks.adapter.session import Source

    own = folder.source(Place(find("blocks"), blocks)) if blocks else ""
    return Source(place.drill.name, folder.source(place), own)


def _graded(order: "Order") -> "Result":
    from gpu_checks.grade import grade
    from gpu_checks.report.live import view
    from grader.screen.live import Live

    began = time.monotonic()
    doing = [""]

    def tell(text: str) -> None:
        doing[0] = text
        click.echo(f"  {time.monotonic() - began:6.1f} s  {text}", err=True)

    with Live() as live:
        return grade(
            order,
            tell,
            lambda course: live.show(view(course, doing[0])) if live.is_due else None,
        )


def _record(place: Place, result: "Result") -> None:
    found = result.violation or result.problem
    entry = {
        "schema": 1,
        "status": result.status,
        "device": result.order.device,
        "model": result.order.model,
        "machine": result.machine,
        "says": str(found) if found else "",
        "lines": {line.says: round(line.value, 4) for line in result.lines},
    }
    history.note(place.drill.name, "gpu", json.dumps(entry))


def _write(result: "Result", out: Path) -> dict[str, Path]:
    """Write page, picture and JSON; return where."""
    from gpu_checks.report.data import report
    from gpu_checks.report.page import page
    from gpu_checks.report.png import picture

    texts = {"report.html": page(result), "report.json": json.dumps(report(result)) + "\n"}
    files = {name: out / name for name in texts}
    try:
        out.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            files[name].write_text(text, encoding="utf-8")
        if result.courses:
            files["timeline.png"] = out / "timeline.png"
            files["timeline.png"].write_bytes(picture(list(result.courses.values())[-1]))
    except OSError as error:
        raise DrillError(f"{out} cannot be written: {reason(error)}", hint="--out DIR") from error
    return files


def _show(result: "Result", files: dict[str, Path], settings: dict[str, str]) -> None:
    from gpu_checks.report.text import screen
    from grader.clean import boxed
    from grader.screen.lines import colored
    from grader.screen.terminal import Terminal

    terminal = Terminal(settings["color"])  # type: ignore[arg-type]
    terminal.print(*colored(screen(result)))
    if result.output:
        lines, cut = boxed(result.output)
        rest = ["  | ... (more was cut)"] if cut else []
        terminal.print("", "  your code printed:", *(f"  | {line}"[:78] for line in lines), *rest)
    terminal.print("", "  written:", *(f"    {path}" for path in files.values()))
