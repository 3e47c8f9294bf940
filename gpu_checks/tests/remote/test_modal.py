"""The file for Modal, played here: a stand-in for the library calls the function in place."""

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

FILE = Path(__file__).resolve().parents[2] / "remote" / "on_modal.py"
DRILL = """#!/usr/bin/env bash
mkdir "${@: -1}" && cp "$2" "${@: -1}/report.json" && echo "${*:3:4}" >"${@: -1}/words"; exit 3
"""


class Image:
    """Takes every step of building, and notes it."""

    def __init__(self) -> None:
        self.steps: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Callable[..., "Image"]:
        def step(*values: Any, **options: Any) -> Image:
            self.steps.append((name, values, options))
            return self

        return step


class App:
    """Keeps what a function asks for; its `remote` runs here."""

    def __init__(self, name: str, image: Image) -> None:
        self.asked: dict[str, Any] = {}

    def function(self, **asked: Any) -> Callable[[Callable[..., Any]], SimpleNamespace]:
        self.asked = asked
        return lambda work: SimpleNamespace(remote=work)

    def local_entrypoint(self) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        return lambda work: work


def loaded() -> Any:
    spec = importlib.util.spec_from_file_location("on_modal", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return the file with the stand-in; the container is a folder with stand-in commands."""
    modal: Any = ModuleType("modal")
    modal.App, modal.Image = App, Image()
    monkeypatch.setitem(sys.modules, "modal", modal)
    there, tools = tmp_path / "there", tmp_path / "tools"
    (there / "gpu_checks").mkdir(parents=True)
    (there / "gpu_checks" / "__init__.py").touch()
    (there / "gpu_checks" / "all_figures.py").write_text("open('figures', 'w').close()")
    tools.mkdir()
    (tools / "drill").write_text(DRILL)
    (tools / "drill").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    module = loaded()
    monkeypatch.setattr(module, "THERE", str(there))
    return module


def test_it_asks_for_one_of_five_gpus_for_an_hour_at_most(played: Any) -> None:
    asked = {"gpu": ["L4", "A10", "A100", "H100", "H200"], "timeout": 3600, "max_containers": 1}

    assert played.app.asked == asked


def test_the_container_gets_this_checkout(played: Any) -> None:
    (root,) = (values[0] for name, values, _ in played.image.steps if name == "add_local_dir")

    assert root == FILE.parents[2]
    assert (root / "pyproject.toml").is_file()


def test_figures_come_first_then_the_file_whose_report_is_kept(played: Any, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text("what I wrote", encoding="utf-8")

    with pytest.raises(SystemExit) as ended:
        played.main(str(mine), "budget")

    assert ended.value.code == 3
    assert (Path(played.THERE) / "figures").exists()
    assert Path("gpu-report/report.json").read_text(encoding="utf-8") == "what I wrote"
    assert "--drill budget --device cuda" in Path("gpu-report/words").read_text(encoding="utf-8")


def test_without_a_file_the_figures_alone_are_measured(played: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        played.main()

    assert ended.value.code == 0
    assert (Path(played.THERE) / "figures").exists()
    assert not Path("gpu-report").exists()


def test_modal_itself_accepts_it() -> None:
    pytest.importorskip("modal", reason="modal is not installed: pip install modal")

    assert loaded().app.name == "drill-gpu"
