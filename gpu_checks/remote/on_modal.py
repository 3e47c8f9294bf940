"""All figures and one file on a GPU of Modal.

    modal run gpu_checks/remote/on_modal.py                               all figures alone
    modal run gpu_checks/remote/on_modal.py --file mine.py --drill budget

This starts a machine, and you pay for it. It ends with the work, after an hour at most. A spend cap
belongs to the provider's side: set a budget for the workspace there first.
"""

import subprocess
import sys
from pathlib import Path

import modal

ROOT = Path(__file__).resolve().parent.parent.parent  # of the checkout; in the container just /
THERE = "/infra-drill"
GPUS = ["L4", "A10", "A100", "H100", "H200"]  # the first that is free
LEFT_OUT = [".git", ".venv", "**/__pycache__", "gpu-report"]

image = (
    modal.Image.debian_slim(python_version="3.12")
    .uv_pip_install("torch>=2.13")  # a layer of its own: it stays when the project changes
    .add_local_dir(ROOT, THERE, copy=True, ignore=LEFT_OUT)
    .run_commands(f"python -m pip install --quiet --editable '{THERE}[gpu]'")
)
app = modal.App("drill-gpu", image=image)


@app.function(gpu=GPUS, timeout=3600, max_containers=1)
def measure(source: str, drill: str) -> tuple[int, dict[str, bytes]]:
    """Return the exit code, and the files of the report if there is a source to run.

    What the commands print is shown as they print it. The exit code is 0, or that of the last
    command that did not end well.
    """
    code = subprocess.run([sys.executable, "-m", "gpu_checks.all_figures"], cwd=THERE).returncode
    if not source:
        return code, {}
    file = Path(THERE) / "learner.py"
    file.write_text(source, encoding="utf-8")
    out = Path(THERE) / "gpu-report"
    words = ["drill", "gpu", str(file), "--drill", drill, "--device", "cuda", "--out", str(out)]
    code = subprocess.run(words, cwd=THERE).returncode or code
    return code, {path.name: path.read_bytes() for path in out.glob("*")}


@app.local_entrypoint()
def main(file: str = "", drill: str = "scheduler") -> None:
    """Run it there; the report of the file goes to gpu-report here."""
    source = Path(file).read_text(encoding="utf-8") if file else ""
    code, report = measure.remote(source, drill)
    for name, content in report.items():
        Path("gpu-report").mkdir(exist_ok=True)
        (Path("gpu-report") / name).write_bytes(content)
    sys.exit(code)
