"""The learner's folder: made by `start`, found again by `grade`, never overwritten."""

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from grader import catalogue, file, history, notebook
from grader.catalogue import Drill
from grader.error import DrillError, reason

SOURCE_LIMIT = 1 << 20  # bytes of a file that is graded
BOOK_LIMIT = 32 << 20  # bytes of a notebook, with the pictures that its cells may hold
SUFFIXES = (".py", notebook.SUFFIX)


@dataclass(frozen=True)
class Place:
    """A learner's file and the drill that it answers."""

    drill: Drill
    file: Path

    @property
    def is_folder_of_ours(self) -> bool:
        """Return whether `drill start` made the folder, so that cases may be saved in it."""
        is_named_so = self.file.with_suffix(".py").name == self.drill.file
        return (self.file.parent / "task.md").is_file() and is_named_so

    @property
    def has_cases(self) -> bool:
        """Return whether the cases beside a file are of its drill, whatever the file's name."""
        if self.is_folder_of_ours:
            return True
        own = self.file.with_name(self.drill.file)
        is_there = own.is_file() or own.with_suffix(notebook.SUFFIX).is_file()
        return is_there and self.file.with_name("task.md").is_file()


def start(drill: Drill, parent: Path) -> list[Path]:
    """Make the folder of a drill; return its files. An existing folder is refused."""
    folder = parent / drill.name
    if folder.exists():
        raise DrillError(
            f"{folder} is there already; nothing was changed",
            hint=f"go on:  drill grade {drill.name}      begin again:  drill reset {drill.name}",
        )
    from grader.template import template  # with the drill's checks, a tenth of a second to import

    files = {
        "task.md": drill.text("task.md"),
        drill.file: drill.text("stub.py"),
        "given.py": drill.text("given.py"),
        "test_examples.py": drill.text("test_examples.py"),
        "cases.toml": template(drill),
    }
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise DrillError(f"{folder} cannot be made: {reason(error)}", code=70) from error
    written = [folder / name for name, text in files.items() if text]
    try:
        for path in written:
            file.write(path, files[path.name])
        history.note(drill.name, "start", str(folder.resolve()))
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)  # half a folder would refuse the next start
        raise
    return written


def locate(what: str | None, drill_name: str | None = None) -> Place:
    """Return the file to grade: named by a path, by a drill, or the one of this folder."""
    if what is not None and (drill_name or Path(what).suffix in SUFFIXES or Path(what).is_file()):
        return _file(Path(what), drill_name)
    if what is not None and Path(what).is_dir() and not drill_name:
        return _started(Path(what), what)
    if what is not None or drill_name:
        return named(catalogue.find(what or drill_name or ""))
    return _started(Path(), "here")


def named(drill: Drill) -> Place:
    """Return the learner's file of a drill: here, below here, or where it was started."""
    here = [Path(drill.file), Path(drill.name) / drill.file]
    started = [Path(folder) / drill.file for folder in reversed(folders(drill))]
    for path in [*here, *started]:
        if path.is_file():
            return Place(drill, path)
    raise DrillError(f"{drill.name} is not started", hint=f"drill start {drill.name}")


def folders(drill: Drill) -> list[str]:
    """Return the folders in which a drill was started, oldest first."""
    return history.details(drill.name, "start")


def source(place: Place) -> str:
    """Return the code of the learner's file; every way it may be unreadable is named."""
    is_notebook = place.file.suffix == notebook.SUFFIX
    limit = BOOK_LIMIT if is_notebook else SOURCE_LIMIT
    try:
        with place.file.open("rb") as file:
            raw, size = file.read(limit + 1), os.fstat(file.fileno()).st_size
    except OSError as error:
        raise DrillError(f"cannot be read: {reason(error)}", code=3) from error
    text = decoded(raw, size, limit)
    return _without_null(notebook.code(text)) if is_notebook else text


def decoded(raw: bytes, size: int, limit: int = SOURCE_LIMIT) -> str:
    """Return the text of a file of `size` bytes of which `raw` are the first."""
    if size > limit or len(raw) > limit:
        most = f"at most {limit:,} are graded"
        raise DrillError(f"has {size:,} bytes; {most}; is it the right file?", code=3)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        says = f"is not UTF-8 text (byte {error.start}); save it as UTF-8"
        raise DrillError(says, code=3) from error
    return _without_null(text)


def _without_null(text: str) -> str:
    if "\0" in text:
        raise DrillError("holds a null byte; is it a Python file?", code=3)
    return text


def _file(path: Path, drill_name: str | None) -> Place:
    if path.is_dir():
        return _started(path, str(path))
    if not path.is_file():
        raise DrillError(f"there is no file {path}", hint="drill where NAME  says where yours is")
    if drill_name:
        return Place(catalogue.find(drill_name), path)
    if path.stem in catalogue.names():
        return Place(catalogue.find(path.stem), path)
    drills = [name for name in catalogue.names() if name == path.resolve().parent.name]
    if drills:
        return Place(catalogue.find(drills[0]), path)
    raise DrillError(
        f"which drill does {path} answer?", hint=f"say it:  drill grade {path} --drill NAME"
    )


def _started(folder: Path, where: str) -> Place:
    """Return the drill whose folder this is, or the one started last among its subfolders."""
    own = _drill_of(folder)
    if own:
        return own
    below = [place for child in sorted(folder.glob("*/")) if (place := _drill_of(child))]
    if not below:
        raise DrillError(
            f"no drill was started {where}", hint="drill start batching      drill list"
        )
    return max(below, key=lambda place: place.file.stat().st_mtime)


def _drill_of(folder: Path) -> Place | None:
    if not (folder / "task.md").is_file():
        return None
    for name in catalogue.names():
        place = Place(catalogue.find(name), folder / f"{name}.py")
        if place.file.is_file():
            return place
    return None
