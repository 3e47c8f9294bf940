"""Build the zip that Gradescope takes as an autograder.

    python integrations/gradescope/build.py DRILL [FOLDER]

It holds setup.sh, run_autograder, the drill's name and a wheel of this checkout.
"""

import subprocess
import sys
import tempfile
import zipfile
from importlib.util import find_spec
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DATE = (1980, 1, 1, 0, 0, 0)  # so that the same files give the same zip
EXECUTABLE, PLAIN = 0o100755 << 16, 0o100644 << 16


def main() -> None:
    """Build the zip and say where it is."""
    sys.path.insert(0, str(ROOT))
    from grader.catalogue import find
    from grader.error import DrillError

    if len(sys.argv) not in (2, 3):
        sys.exit(str(__doc__).strip())
    try:
        name = find(sys.argv[1]).name
    except DrillError as error:
        sys.exit(f"{error.problem}\n{error.hint}")
    folder = Path(sys.argv[2] if len(sys.argv) == 3 else ".")
    print(build(name, folder))


def build(drill: str, folder: Path) -> Path:
    """Write gradescope-DRILL.zip into a folder; return its path."""
    path = folder / f"gradescope-{drill}.zip"
    with tempfile.TemporaryDirectory() as place:
        wheel = _wheel(Path(place))
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in ("setup.sh", "run_autograder"):
                _add(archive, name, (HERE / name).read_bytes(), EXECUTABLE)
            _add(archive, "drill.txt", f"{drill}\n".encode(), PLAIN)
            _add(archive, wheel.name, wheel.read_bytes(), PLAIN)
    return path


def _wheel(place: Path) -> Path:
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps"]
    if find_spec("hatchling"):  # what builds the wheel is here already: no network is needed
        command.append("--no-build-isolation")
    subprocess.run([*command, "--wheel-dir", str(place), str(ROOT)], check=True)
    (wheel,) = place.glob("*.whl")
    return wheel


def _add(archive: zipfile.ZipFile, name: str, content: bytes, mode: int) -> None:
    entry = zipfile.ZipInfo(name, DATE)
    entry.external_attr = mode
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, content)


if __name__ == "__main__":
    main()
