"""The worker's side of the pipe: confine this process, load the learner's file, play scenarios.

Runs in a process of its own next to code that may lie, so nothing that it answers is believed
before `wire.py` and the checks have looked at it. What it is sent comes from the judge and is
trusted. Left out: limits on time, output and replies, which the judge keeps (`worker.py`).
"""

import binascii
import builtins
import json
import json.encoder
import marshal
import os
import sys
from collections.abc import Callable
from os import write  # Subtle: a name of our own, which replacing os.write does not reach
from types import CodeType, FunctionType, ModuleType
from typing import Any, BinaryIO

from grader import jail, plain, seal, wire
from grader.plain import CANDIDATE, Plain, failure, is_too_many

TAMPERED = wire.pack({"tampered": True})  # made before anybody can have a hand in it
VARARGS, VARKEYWORDS = 0x04, 0x08  # flags of a code object (inspect.CO_*; importing it is slow)


def main(root: str, reply_fd: int) -> None:
    """Serve one judge: read the setup, then a scenario at a time, until the pipe closes."""
    requests = os.fdopen(os.dup(0), "rb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # the learner's input() finds an empty file
    setup = _read(requests)
    if setup is None:
        return
    _forget(root)
    limits = jail.Limits(**setup["limits"])
    layers = jail.enter(limits, keep=frozenset({0, 1, 2, requests.fileno(), reply_fd}))
    layers += [jail.Layer(**layer) for layer in setup["outer"]]
    _write(reply_fd, {"jail": [{"name": x.name, "on": x.on, "why": x.why} for x in layers]})
    if not jail.is_enough(layers, setup["isolation"]):
        return  # the judge says why; nothing of the learner's was compiled
    says = {
        "memory": f"over {limits.memory_bytes >> 20:,} MiB of memory were asked for",
        "processes": f"over {limits.processes} threads were started",
    }
    loaded = _load(setup)
    ours = [wire, plain, sys.modules[__name__], *loaded]
    kept = seal.Seal([builtins, json.encoder, *ours])
    seal.hide()
    candidate = ModuleType(setup["name"])
    problem = _load_candidate(candidate, setup["source"], setup["needs"])
    _write(reply_fd, _named(problem, says) if problem else {"loaded": True})
    if problem:
        return
    while (request := _read(requests)) is not None:
        reply = _named(_play(loaded[-1], candidate, request["scenario"]), says)
        if not kept.is_whole():
            write(reply_fd, TAMPERED)
            return
        reply["id"] = request["id"]
        _flush()
        _write(reply_fd, reply)


def _named(reply: dict[str, Plain], says: dict[str, str]) -> dict[str, Plain]:
    """Return a reply that says which limit was hit, if one was."""
    limit = reply.get("limit")
    return {**reply, "says": says[limit]} if isinstance(limit, str) else reply


def _read(requests: BinaryIO) -> Any:
    head = requests.read(wire.HEAD)
    if len(head) < wire.HEAD:
        return None
    return json.loads(requests.read(int.from_bytes(head, "big")))


def _write(reply_fd: int, reply: dict[str, Plain]) -> None:
    try:
        frame = wire.pack(reply)
        if len(frame) > wire.SIZE:
            raise ValueError(f"{len(frame):,} bytes")
    except (ValueError, TypeError, RecursionError) as error:
        says = f"an answer that is too large or too deep ({error})"
        frame = wire.pack({"id": reply.get("id"), "limit": "reply", "says": says})
    view = memoryview(frame)
    while view:
        view = view[write(reply_fd, view) :]


def _flush() -> None:
    """Hand on what was printed; the learner's code may have put anything in place of stdout."""
    try:
        sys.stdout.flush()
    except Exception:
        return


def _forget(root: str) -> None:
    """Take the project off the import path; what is loaded stays, nothing more can be found."""
    sys.path[:] = [entry for entry in sys.path if entry != root]
    sys.path_importer_cache.pop(root, None)
    for name in ("grader", "grader.jail"):
        sys.modules[name].__path__ = []


def _load(setup: Any) -> list[ModuleType]:
    """Load the drill's modules; the last is the driver."""
    loaded: list[ModuleType] = []
    while setup["modules"]:  # the code is dropped before the candidate can look for them
        module = setup["modules"].pop(0)
        is_given = module["name"].endswith(seal.GIVEN)
        # pickle finds the classes of a given.py by the name under which the learner imports it
        loaded.append(ModuleType("given" if is_given else module["name"]))
        sys.modules[module["name"]] = loaded[-1]
        if module["given"]:
            sys.modules["given"] = sys.modules[module["given"]]
        exec(marshal.loads(binascii.a2b_base64(module["code"])), loaded[-1].__dict__)
        del module
    return loaded


def _load_candidate(candidate: ModuleType, source: str, needs: Any) -> dict[str, Plain]:
    """Run the learner's file as this module; return what is wrong with it, {} for nothing."""
    candidate.__file__ = CANDIDATE
    vars(candidate)["__builtins__"] = vars(sys.modules["builtins"])
    sys.modules[candidate.__name__] = candidate
    try:
        code = compile(source, CANDIDATE, "exec", dont_inherit=True)
        exec(code, candidate.__dict__)
    except SyntaxError as error:
        says = f"{type(error).__name__}: {error.msg}"
        return {"problem": "syntax", "says": says, "line": error.lineno or 0}
    except MemoryError:
        return {"limit": "memory"}
    except BaseException as error:
        if is_too_many(error):
            return {"limit": "processes"}
        return {"problem": "import", **failure(error)}
    for need in needs:
        problem = _misfit(candidate, need)
        if problem:
            return problem
    return {}


def _misfit(candidate: ModuleType, need: Any) -> dict[str, Plain]:
    """Return {} when the candidate offers this name as the contract asks, else what is wrong."""
    found: Any = candidate
    owner, _, method = need["name"].rpartition(".")
    if owner:
        found = getattr(found, owner, None)
        if found is None:
            wanted = f"class {owner}"
            return {"problem": "missing", "line": 0, "name": owner, "expected": wanted}
        if _makes_its_methods(found):
            return {}  # only its instances tell
    found = getattr(found, method, None)
    problem = {"name": need["name"], "expected": need["line"]}
    if not callable(found) and getattr(found, "__get__", None) is None:
        return {"problem": "missing", "line": 0, **problem}
    if type(found) is FunctionType and not _accepts(found, need):
        return {"problem": "signature", "line": found.__code__.co_firstlineno, **problem}
    return {}


def _makes_its_methods(owner: Any) -> bool:
    """Return whether this is a function or such that makes objects, or a class with __getattr__."""
    return callable(owner) and (not isinstance(owner, type) or hasattr(owner, "__getattr__"))


def _accepts(function: FunctionType, need: Any) -> bool:
    """Return whether a plain function takes what the contract hands it."""
    code: CodeType = function.__code__
    least = code.co_argcount - len(function.__defaults__ or ())
    most = need["most"] if code.co_flags & VARARGS else code.co_argcount
    own = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    free = code.co_varnames[code.co_posonlyargcount : code.co_argcount] + own
    required = set(own) - set(function.__kwdefaults__ or {})
    keywords = set(need["keywords"])
    known = code.co_flags & VARKEYWORDS or keywords <= set(free)
    by_position = [name for name in code.co_varnames[:least] if name not in keywords]
    return (
        len(by_position) <= need["least"]
        and need["most"] <= most
        and bool(known)
        and required <= keywords
    )


def _play(driver: Any, candidate: ModuleType, scenario: Plain) -> dict[str, Plain]:
    run: Callable[[ModuleType, Plain], Plain] = driver.run
    try:
        return {"seen": run(candidate, scenario)}
    except NotImplementedError as error:
        return {"unwritten": failure(error)}
    except MemoryError:
        return {"limit": "memory"}
    except BaseException as error:
        return {"limit": "processes"} if is_too_many(error) else {"crashed": failure(error)}
