"""`drill doctor`: what this machine offers, and what is missing for what."""

import importlib.util
import os
import platform
import shutil

import click

from grader import history
from grader.jail import Layer, level


@click.command("doctor")
def command() -> int:
    """Say what this machine offers: Python, editor, jail, torch, GPU."""
    layers = _layers()
    _line("python", f"{platform.python_version()}    ok")
    editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    _line("editor", editor or "none set      export EDITOR=...  (only for your own convenience)")
    _line("jail", level(layers))
    for layer in layers:
        _line("", f"{layer.name:<18} {'on ' if layer.on else 'OFF'}  {layer.why}".rstrip())
    gpu = "only the GPU tier needs it"
    torch = importlib.util.find_spec("torch")
    _line("torch", "installed" if torch else f"not installed    {gpu}")
    _line("gpu", "nvidia-smi found" if shutil.which("nvidia-smi") else f"none    {gpu}")
    _line("history", str(history.home()))
    click.echo("  Ready.")
    return 0


def _layers() -> tuple[Layer, ...]:
    """Start a worker with an empty candidate; return what confines it."""
    from grader.limits import Limits
    from grader.worker import Setup, Worker

    with Worker(Setup("empty", "", (), (), Limits(), 0)) as worker:
        worker.load()
        return worker.layers


def _line(name: str, text: str) -> None:
    click.echo(f"  {name:<10} {text}".rstrip())
