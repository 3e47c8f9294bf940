"""Write a file whole or not at all: killed or out of space in the middle, what was there is there.

Left out: who may overwrite what; that is for the caller to know.
"""

import os
from pathlib import Path

from grader.error import DrillError, reason


def write(path: Path, content: str | bytes) -> None:
    """Put `content` into the file, made or replaced in one step; its permissions stay.

    A place that cannot be written is a DrillError with code 70, and then nothing has changed.
    """
    raw = content.encode() if isinstance(content, str) else content
    try:
        _replace(path.resolve(), raw)
    except OSError as error:
        raise DrillError(
            f"{path} cannot be written: {reason(error)}; nothing was changed",
            hint="free some space, or look at the permissions of its folder",
            code=70,
        ) from error


def _replace(path: Path, raw: bytes) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        if path.exists():
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
