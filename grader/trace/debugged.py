"""The debugger's side: load the drill and the learner's file, stop where it is first called.

Runs in a process of its own, on the terminal of the person who asked for it (`debug.py`).
"""

import binascii
import json
import linecache
import marshal
import os
import pdb
import sys
from bdb import BdbQuit
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from inspect import currentframe
from types import FunctionType, ModuleType
from typing import Any

from grader.jail import landlock, limits, process
from grader.jail.layer import Layer, Limits, put_on

SKIPPED = ("grader.*", "drills.*", "reference.*")  # `step` stays in the learner's file
HELP = "n next line   s into a call   p EXPRESSION   c to the next call   q quit"


def main(fd: int) -> None:
    """Read what is to be played, confine what a debugger leaves to confine, and play it."""
    with os.fdopen(fd, encoding="utf-8") as pipe:
        setup = json.load(pipe)
    with suppress(ImportError):
        import_module("readline")  # reads the terminal's description while that can be read
    file, source = setup["file"], setup["source"]
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    driver = _driver(setup["modules"])
    layers = _confine(setup["memory_bytes"])
    candidate = ModuleType(setup["name"])
    sys.modules[setup["name"]] = candidate
    _say(layers, file)
    try:
        exec(compile(source, file, "exec", dont_inherit=True), candidate.__dict__)
        _play(driver, candidate, setup)
    except BdbQuit:
        pass
    except BaseException as error:
        sys.exit(f"  {type(error).__name__}: {error}")
    print("  The run is over; nothing was graded.")  # noqa: T201  # the terminal is the person's


def _confine(memory_bytes: int) -> list[Layer]:
    running = limits.running()
    allowed = Limits(memory_bytes, cpu_seconds=600, open_files=64, processes=64)
    return [
        put_on("no new privileges", process.no_new_privileges),
        put_on("landlock", landlock.confine),
        put_on("limits", lambda: limits.limit(allowed, running)),
    ]


def _driver(modules: list[dict[str, str]]) -> Any:
    driver = ModuleType("driver")
    for module in modules:
        driver = ModuleType(module["name"])
        sys.modules[driver.__name__] = driver
        if module["given"]:
            sys.modules["given"] = sys.modules[module["given"]]
        exec(marshal.loads(binascii.a2b_base64(module["code"])), driver.__dict__)
    return driver


def _say(layers: list[Layer], file: str) -> None:
    on = ", ".join(layer.name for layer in layers if layer.on) or "nothing"
    print(  # noqa: T201
        f"  {file}\n"
        "  Your code runs in a process of its own, on this terminal and as you: outside the jail\n"
        f"  in which it is graded. Of that jail it keeps: {on}.\n"
        f"  {HELP}\n"
    )


def _play(driver: Any, candidate: ModuleType, setup: dict[str, Any]) -> None:
    """Run the driver under pdb; it stops whenever one of the functions to write is called."""
    run: Callable[[ModuleType, Any], Any] = driver.run
    debugger = pdb.Pdb(skip=SKIPPED, nosigint=True, readrc=False)
    debugger.reset()
    for name in setup["functions"]:
        code = _code(candidate, name)
        if code is not None:
            debugger.set_break(setup["file"], code.co_firstlineno, funcname=code.co_name)
    # Subtle: runcall() would stop at the first line of whatever comes first, the constructor say
    debugger.botframe = currentframe()
    debugger.set_continue()
    sys.settrace(debugger.trace_dispatch)
    try:
        run(candidate, setup["scenario"])
    finally:
        sys.settrace(None)


def _code(candidate: ModuleType, name: str) -> Any:
    found: Any = candidate
    for part in name.split("."):
        found = getattr(found, part, None)
    return found.__code__ if isinstance(found, FunctionType) else None
