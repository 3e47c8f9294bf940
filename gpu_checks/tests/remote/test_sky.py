"""The YAML for SkyPilot says what to run, on which GPUs, and when the machine is given back."""

from pathlib import Path
from typing import Any

import pytest

yaml: Any = pytest.importorskip("yaml", reason="pyyaml is not installed: pip install pyyaml")

FILE = Path(__file__).resolve().parents[2] / "remote" / "on_sky.yaml"
TASK: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))


def test_any_of_five_gpus_will_do() -> None:
    assert TASK["resources"]["accelerators"] == dict.fromkeys(
        ["L4", "A10", "A100", "H100", "H200"], 1
    )


def test_the_machine_is_given_back_when_idle_and_the_work_has_an_end() -> None:
    assert TASK["resources"]["autostop"] == {"idle_minutes": 5, "down": True}
    assert TASK["run"].startswith("timeout 1h ")


def test_what_it_runs_is_in_the_checkout() -> None:
    root = FILE.parents[2]

    assert TASK["workdir"] == "."
    assert "gpu_checks/remote/there.sh" in TASK["run"]
    assert (root / "gpu_checks/remote/there.sh").is_file()
    assert (root / TASK["envs"]["FILE"]).is_file()
    assert TASK["envs"]["DRILL"] in ("scheduler", "budget")


def test_skypilot_itself_accepts_it() -> None:
    sky: Any = pytest.importorskip("sky", reason="skypilot is not installed: pip install skypilot")

    assert len(sky.Task.from_yaml(str(FILE)).resources) == 5
