"""Which files are graded, as which drill, and what they hold.

A folder of submissions may hold anything: links to somebody else's file, pipes that never end,
files of gigabytes. None of it is followed, waited for or read whole.
"""

import hashlib
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from grader.batch.task import Task
from grader.catalogue import ROOT, Drill, find, names
from grader.error import DrillError
from grader.folder import SOURCE_LIMIT

HANDED = ("given.py", "test_examples.py")  # files that `drill start` puts beside the learner's


@dataclass(frozen=True)
class File:
    """One file to grade; `is_named` when a person named it, not found in a folder."""

    path: Path
    drill: Drill
    is_named: bool

    @property
    def name(self) -> str:
        """Return the path as text that every JSON reader takes."""
        return os.fsencode(self.path).decode("utf-8", "backslashreplace")


def find_files(paths: list[Path], drill: Drill | None) -> tuple[list[File], list[Path]]:
    """Return the files to grade, each once and in order, and what folders hold beside them.

    In a folder every `*.py` counts, but for what is hidden and for what `drill start` handed out.
    Without `drill` a file says it by its own name or its folder's: `ann/scheduler.py`.
    """
    found: dict[str, File] = {}
    others: list[Path] = []
    unknown: list[Path] = []
    known = {name: find(name) for name in names()}
    for path, is_named in _walk(paths, others):
        meant = drill or known.get(path.stem) or known.get(path.absolute().parent.name)
        if meant is None:
            unknown.append(path)
        else:
            found.setdefault(os.path.normpath(path.absolute()), File(path, meant, is_named))
    if unknown:
        more = f" and {len(unknown) - 3} more" if len(unknown) > 3 else ""
        raise DrillError(
            f"which drill do {', '.join(map(str, unknown[:3]))}{more} answer?",
            hint="say it:  --drill NAME      or name each file after its drill",
        )
    return sorted(found.values(), key=lambda file: os.fsencode(file.path)), others


def read(file: File, seed: int, scenarios: int) -> Task:
    """Return a file as a task, which says so if it is not read; never waits, follows no link."""
    ask = partial(Task, file.drill.name, file.name, seed=seed, scenarios=scenarios)
    flags = os.O_RDONLY | os.O_NONBLOCK | (0 if file.is_named else os.O_NOFOLLOW)
    try:
        if file.path.is_symlink() and not file.is_named:
            return ask(problem="is a link, which is not followed in a folder of files")
        descriptor = os.open(file.path, flags)
        with os.fdopen(descriptor, "rb") as stream:
            state = os.fstat(descriptor)
            if not stat.S_ISREG(state.st_mode):
                return ask(problem="is not a plain file")
            return ask(content=stream.read(SOURCE_LIMIT + 1), size=state.st_size)
    except OSError as error:
        return ask(problem=f"cannot be read: {error.strerror or error}")


@cache
def judge_version(drill: Drill) -> str:
    """Return a digest of all code that a verdict on this drill depends on."""
    used = [find(name) for name in drill.uses]
    grader = ROOT / "grader"
    files = [
        *grader.glob("*.py"),
        *grader.glob("jail/*.py"),
        *grader.glob("batch/*.py"),
        *(grader / "properties" / drill.name).glob("*.py"),
        *(path for one in (drill, *used) for path in one.folder.iterdir() if path.is_file()),
        *(one.reference for one in (drill, *used)),
    ]
    whole = hashlib.sha256()
    for path in sorted(path for path in files if path.is_file()):
        whole.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()[:16]


def _walk(paths: list[Path], others: list[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield each file and whether it was named; put what is passed over into `others`."""
    for path in paths:
        if path.is_dir():
            yield from ((found, False) for found in _below(path, others))
        elif os.path.lexists(path):
            yield path, True
        else:
            raise DrillError(f"there is no file or folder {path}", hint="ls  shows what is here")


def _below(folder: Path, others: list[Path]) -> Iterator[Path]:
    known = set(names())
    for place, folders, files in os.walk(folder, onerror=_unlisted):
        folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__")))
        is_handed_out = any(name.removesuffix(".py") in known for name in files)
        for name in sorted(files):
            path = Path(place, name)
            if not name.endswith(".py") or name.startswith("."):
                others.append(path)
            elif not (is_handed_out and name in HANDED):
                yield path


def _unlisted(error: OSError) -> None:
    raise DrillError(
        f"the folder {error.filename} cannot be listed: {error.strerror}",
        hint="nothing was graded; make it readable, or name the files",
    )
