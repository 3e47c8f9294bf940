"""What happens while a file is watched: it was saved, or a key was pressed.

The folder is watched, not the file, since many editors save by putting another file in its place.
Natively where the system tells of changes; by looking again and again on WSL, which watchfiles
knows, and on network mounts, which it does not. Left out: what is done about it (`cli/watch.py`).
"""

import os
import select
import sys
import termios
import tty
from collections.abc import Generator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from grader.error import DrillError

SAVED = "saved"
# A save is told once nothing more came for STEP, at the latest after DEBOUNCE; milliseconds.
STEP, DEBOUNCE = 20, 200
LOOK = 100  # milliseconds between two looks at the keyboard, and at the file where that is needed
MOUNTS = Path("/proc/mounts")
REMOTE = (
    "nfs",
    "cifs",
    "smb",
    "9p",
    "afs",
    "ceph",
    "fuse",
    "vboxsf",
    "virtiofs",
    "prl_fs",
    "drvfs",
)


def events(files: list[Path]) -> Generator[str, None, None]:
    """Yield SAVED at once and whenever the content of one of the files changed; and each key.

    The first file tells the folder. A save that changes nothing is not told.
    """
    try:
        from watchfiles import watch
    except ImportError as error:
        raise DrillError(
            "drill watch needs the package watchfiles",
            hint="python -m pip install 'infra-drill[watch]'",
            code=6,
        ) from error
    folder = files[0].resolve().parent
    seen = _digest(files)
    with _keyboard() as fd:
        yield SAVED
        is_first = True  # what was saved before the watch stood counts too
        for changes in watch(
            folder,
            recursive=False,
            step=STEP,
            debounce=DEBOUNCE,
            rust_timeout=LOOK,
            yield_on_timeout=True,
            poll_delay_ms=LOOK,
            force_polling=True if is_remote(folder) else None,
        ):
            if (changes or is_first) and (now := _digest(files)) not in (seen, b""):
                seen = now
                yield SAVED
            is_first = False
            yield from _pressed(fd)


def is_remote(folder: Path, mounts: Path = MOUNTS) -> bool:
    """Return whether a folder lies on a mount whose changes the kernel does not tell us of."""
    try:
        lines = [line.split()[1:3] for line in mounts.read_text(encoding="utf-8").splitlines()]
    except OSError:
        return False
    place = str(folder)
    found = [
        (mount, kind)
        for mount, kind in lines
        if place == mount or place.startswith(mount.rstrip("/") + "/")
    ]
    # Subtle: of two mounts in the same place the later one is on top, so max alone will not do
    longest = max((len(mount) for mount, _ in found), default=0)
    on_top = [kind for mount, kind in found if len(mount) == longest]
    return bool(on_top) and on_top[-1].startswith(REMOTE)


def _digest(files: list[Path]) -> bytes:
    """Return what tells two states of the files apart; b"" while the first is not there."""
    digest = sha256()
    for file in files:
        try:
            digest.update(file.read_bytes() + b"\0")
        except OSError:
            if file == files[0]:
                return b""
    return digest.digest()


@contextmanager
def _keyboard() -> Generator[int, None, None]:
    """Let keys come in one by one, unseen, and put the terminal back whatever happens."""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    try:
        tty.setcbreak(fd)
        yield fd
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)


def _pressed(fd: int) -> Generator[str, None, None]:
    """Yield the keys that are waiting; a closed terminal is a "q"."""
    while select.select([fd], [], [], 0)[0]:
        key = os.read(fd, 1)
        yield key.decode("ascii", "ignore") or "q"
        if not key:
            return
