"""`drill grade-all`: the verdicts on a folder of files."""

import os
import re
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader import catalogue
from grader.batch.files import File, find_files
from grader.batch.ledger import Ledger, lines
from grader.clean import clean
from grader.cli import complete
from grader.cli.grade import seed_of_text
from grader.error import DrillError
from grader.mock import guard

if TYPE_CHECKING:
    from grader.batch.judges import Fault
    from grader.batch.run import Graders, Run
    from grader.batch.summary import Summary
    from grader.screen.progress import Progress


@click.command("grade-all")
@click.argument("what", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--drill", "name", help="The drill that all files answer.", shell_complete=complete.drills
)
@click.option("--jobs", type=click.IntRange(1, 1024), help="Processes; as many as cores.")
@click.option("--out", default="grades.jsonl", show_default=True, type=click.Path(path_type=Path))
@click.option("--resume", is_flag=True, help="Go on with what --out holds.")
@click.option("--csv", "table", type=click.Path(path_type=Path), help="Write a row a file, too.")
@click.option("--seed", help="Play the scenarios of this seed on all files.")
@click.option("--scenarios", default=600, show_default=True, type=click.IntRange(1, 100_000))
@click.option("--shard", help="Grade one part of several: 1/3, 2/3, 3/3.")
@click.option("--dask", help="Grade on this cluster: its address, or local.")
def command(
    what: tuple[Path, ...],
    name: str | None,
    jobs: int | None,
    out: Path,
    resume: bool,
    table: Path | None,
    seed: str | None,
    scenarios: int,
    shard: str | None,
    dask: str | None,
) -> int:
    """Grade a folder of files, on all cores or a cluster.

    WHAT are folders and files. Each verdict is a line of --out, in the words of `drill grade
    --json`, as soon as it is there: stopped in the middle, the rest is graded with --resume.
    """
    from grader.batch.run import Run

    files = _files(what, catalogue.find(name) if name else None, shard, seed)
    for drill in {file.drill.name for file in files}:
        guard.refuse_help(drill)  # a mock interview tells counts only
    if out.exists() and out.stat().st_size and not resume:
        raise DrillError(
            f"{out} is there already; nothing was changed",
            hint="go on with it:  --resume      or write to another:  --out FILE",
        )
    run = Run(files, _seed(seed, out), scenarios)
    with Ledger(out) as ledger:
        if resume:
            run.resume(ledger)
        code = _grade(run, ledger, jobs or _cores(), dask)
    if table:
        from grader.batch.summary import write_csv

        asked = {file.name for file in files}
        write_csv(table, (line for line in lines(out) if line["file"] in asked))
    return code


def _grade(run: "Run", ledger: Ledger, jobs: int, dask: str | None) -> int:
    """Grade what is left, say what became of all; return the exit code."""
    from grader.batch.judges import Fault
    from grader.batch.summary import Summary
    from grader.screen.progress import Progress

    summary, faults, code = Summary(), list[Fault](), 0
    for line in run.kept:
        summary.add(line)
    progress = Progress(len(run.files), len(run.kept))
    try:
        with _graders(jobs, dask) as graders:
            for outcome in run.grade(graders, ledger):
                progress.step()
                if isinstance(outcome, Fault):
                    faults.append(outcome)
                else:
                    summary.add(outcome)
    except KeyboardInterrupt:
        code = 130
    progress.end()
    _tell(run, summary, progress, ledger.path)
    return _end(faults, code, ledger.path)


@contextmanager
def _graders(jobs: int, dask: str | None) -> Generator["Graders", None, None]:
    """Open what judges: processes of this machine, or a cluster."""
    if dask is not None:
        from grader.batch.cluster import Cluster

        with Cluster(dask, jobs) as cluster:
            yield cluster.grade_all
    else:
        from grader.batch.judges import Judges

        with Judges(jobs) as judges:
            yield judges.grade_all


def _tell(run: "Run", summary: "Summary", progress: "Progress", out: Path) -> None:
    from grader.judge import SCENARIOS
    from grader.screen.progress import span

    click.echo("\n".join(summary.screen()))
    fresh = sum(summary.counts.values()) - len(run.kept)
    took = fresh / progress.rate if fresh else 0.0
    kept = f", {len(run.kept)} kept from before" if run.kept else ""
    rate = f" in {span(took)}, {progress.rate:.1f} a second" if fresh else ""
    click.echo(f"\n  seed {run.seed:08x}   {fresh} graded{rate}{kept}   lines in {out}")
    if run.scenarios < SCENARIOS:
        click.echo(f"  only {run.scenarios} scenarios a file; a pass that counts plays {SCENARIOS}")
    weak = {level: n for level, n in summary.levels.items() if level != "strong"}
    if weak:
        said = ", ".join(f"{n} at level {level}" for level, n in weak.items())
        click.echo(
            f"  The jail was not whole: {said}. Not for files of strangers:  drill doctor", err=True
        )


def _end(faults: "list[Fault]", code: int, out: Path) -> int:
    """Say which files have no verdict and how to go on; return the exit code."""
    if faults:
        details = out.with_name(f"{out.name}.faults.txt")
        text = "\n".join(f"{fault.problem}\n{fault.details}" for fault in faults)
        details.write_text(text, encoding="utf-8", errors="backslashreplace")
        click.echo(
            f"drill: no verdict by a fault of ours: {len(faults)} of the files; see {details}\n"
            f"       grade them again:  --resume --out {out}",
            err=True,
        )
        code = code or 70
    if code == 130:
        click.echo(f"drill: interrupted\n       go on:  --resume --out {out}", err=True)
    return code


def _files(
    what: tuple[Path, ...], drill: catalogue.Drill | None, shard: str | None, seed: str | None
) -> list[File]:
    files, others = find_files(list(what), drill)
    if others:
        more = f" and {len(others) - 1} more" if len(others) > 1 else ""
        first = clean(str(others[0]))
        click.echo(f"  not graded, as no *.py or hidden: {first}{more}", err=True)
    if shard is not None:
        files = _part(files, shard, seed)
    if not files:
        raise DrillError(
            f"there is nothing to grade in {', '.join(map(str, what))}",
            hint="in a folder every *.py counts",
        )
    return files


def _part(files: list[File], shard: str, seed: str | None) -> list[File]:
    from grader.batch.run import shard as part

    said = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", shard)
    number, of = (int(said[1]), int(said[2])) if said else (0, 0)
    if not 1 <= number <= of:
        raise DrillError(f"{shard!r} is no part", hint="--shard 1/3  is the first of three")
    if seed is None:
        drawn = os.urandom(4).hex()
        raise DrillError(
            "all parts must play the same scenarios",
            hint=f"give each the same seed:  --shard {shard} --seed {drawn}",
        )
    return part(files, number, of)


def _seed(text: str | None, out: Path) -> int:
    from grader.batch.run import seed_of

    before = seed_of(out) if text is None else None
    return seed_of_text(text) if before is None else before


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
