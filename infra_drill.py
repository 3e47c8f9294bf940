"""The launcher: finds the project's folders, calls the command line, and is what others import.

`drills`, `reference` and `grader` are names that other distributions use too. A wheel therefore
holds them inside one folder, `infra_drill`, of which this file is the `__init__.py`; in a checkout
it lies beside them. Either way the folder goes first on the import path, so that another
distribution's `grader` is never taken for ours, nor ours for it.

For programs: `judge` grades one text, `Judges` many (docs/api.md). Importing this is cheap, and
nothing is kept between calls.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.batch.judges import Fault, Judges
    from grader.error import DrillError
    from grader.report import Report

__all__ = ["DrillError", "Fault", "Judges", "Report", "judge", "main"]

PLACES = {
    "DrillError": "grader.error",
    "Fault": "grader.batch.judges",
    "Judges": "grader.batch.judges",
    "Report": "grader.report",
}


def main() -> None:
    """Run `drill` and exit with its code."""
    try:
        app = _find("grader.cli.app")
    except KeyboardInterrupt:  # Ctrl-C before the part is loaded that answers it
        sys.stderr.write("drill: interrupted\n")
        sys.exit(130)
    app.main()


def judge(drill: str, source: str, *, seed: int, scenarios: int = 600) -> "Report":
    """Return the verdict on `source`, a text, as the file of the drill of that name.

    Judged in a process started for it, which costs a third of a second: `Judges` keeps them.
    """
    with _find("grader.batch.judges").Judges(1) as judges:
        report: Report = judges.judge(drill, source, seed=seed, scenarios=scenarios)
        return report


def graded_on_worker(task: dict[str, Any], version: str) -> "Report":
    """Return the verdict on a task, on a worker of a Dask cluster, which finds this by its name."""
    report: Report = _find("grader.batch.far").graded(task, version)
    return report


def __getattr__(name: str) -> Any:
    if name in PLACES:
        return getattr(_find(PLACES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _find(module: str) -> Any:
    """Import one of our modules; another `grader` that is loaded already is an error."""
    from importlib import import_module

    folder = Path(__file__).resolve().parent
    if not (folder / "grader").is_dir():  # an editable install, which finds it by a path of its own
        return import_module(module)
    if str(folder) != sys.path[0]:
        sys.path.insert(0, str(folder))
    found = import_module("grader").__file__
    if found is None or Path(found).resolve().parent.parent != folder:
        raise ImportError(f"another package called grader is loaded already: {found}")
    return import_module(module)
