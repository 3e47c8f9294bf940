"""The file of verdicts: one JSON line a file, written as each comes, so that a kill loses none.

A line is what `drill grade --json` prints, and `task`, a digest of all that the verdict depends on.
"""

import fcntl
import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, TextIO, cast

from grader.error import DrillError
from grader.report import Report

BEGIN = '{"schema": '  # of each line
KEYS = ("file", "drill", "status", "seed", "task")  # by which a line is known to be one

Line = dict[str, Any]  # a verdict as it stands in the file


class Ledger:
    """A file of verdicts that is open for more; one process at a time has it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: TextIO | None = None

    def __enter__(self) -> "Ledger":
        try:
            self._file = self.path.open("a", encoding="utf-8")
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise DrillError(f"another command is writing to {self.path}") from error
        except OSError as error:
            raise _unwritable(self.path, error) from error
        return self

    def __exit__(
        self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None
    ) -> None:
        if self._file:
            self._file.close()

    def add(self, line: Line) -> None:
        """Write one verdict; it is in the hands of the system when this returns."""
        assert self._file is not None, "used in a with statement"
        try:
            self._file.write(json.dumps(line) + "\n")
            self._file.flush()
        except OSError as error:
            raise _unwritable(self.path, error) from error

    def keep(self, lines: list[Line]) -> None:
        """Make these the only lines: all of them, or those that were there, are there after."""
        assert self._file is not None, "used in a with statement"
        fresh = self.path.with_name(f"{self.path.name}.part")
        try:
            fresh.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
            fresh.replace(self.path)
            self._file.close()
            self.__enter__()
        except OSError as error:
            raise _unwritable(self.path, error) from error


def line(report: Report, key: str) -> Line:
    """Return the line of a report; `key` is that of its task, by which it is known again."""
    return {**report.to_json(), "task": key}


def lines(path: Path) -> Iterator[Line]:
    """Yield the verdicts of a file; a last line that was cut short is left out."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for number, text in enumerate(file, 1):
            if not text.endswith("\n") and text.startswith(BEGIN[: len(text)]):
                return
            found = _parsed(text)
            if found is None:
                raise DrillError(
                    f"{path}:{number} is no verdict of `drill grade-all`",
                    hint="nothing was changed; choose another file:  --out FILE",
                )
            yield found


def _parsed(text: str) -> Line | None:
    """Return a line as what it holds; None when that is no verdict."""
    try:
        found: Any = json.loads(text)
    except ValueError:
        return None
    is_verdict = isinstance(found, dict) and all(key in found for key in KEYS)
    return cast(Line, found) if is_verdict else None


def _unwritable(path: Path, error: OSError) -> DrillError:
    return DrillError(
        f"{path} cannot be written: {error.strerror or error}",
        hint="choose another file:  --out FILE      what it holds already is kept: --resume",
    )
