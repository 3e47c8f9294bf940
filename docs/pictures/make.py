"""Make the pictures of this folder anew, by `drill trace --svg` on the answers.

    python docs/pictures/make.py

Needs an installed `drill` beside the Python that runs it.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
COMMAND = Path(sys.executable).with_name("drill")
PICTURES = {
    "preemption": "scheduler",
    "eviction": "eviction",
    "radix": "radix",
    "batching": "batching",
}


def main() -> None:
    """Draw each picture in a folder of its own that is thrown away."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DRILL_HOME"] = f"{folder}/home"
        for picture, drill in PICTURES.items():
            subprocess.run([COMMAND, "start", drill], cwd=folder, check=True, capture_output=True)
            file = Path(folder) / drill / f"{drill}.py"
            shutil.copy(HERE.parents[1] / "reference" / file.name, file)
            case = "lesson"
            if picture != drill:
                case = picture
                shutil.copy(HERE / "cases.toml", file.parent)
            svg = HERE / f"{picture}.svg"
            subprocess.run([COMMAND, "trace", case, "--svg", svg], cwd=file.parent, check=True)


if __name__ == "__main__":
    main()
