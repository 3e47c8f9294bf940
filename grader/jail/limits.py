"""Limits that the kernel keeps on this process, by setrlimit."""

# A worker starts without pathlib, whose import takes longer than all layers together.
# ruff: noqa: PTH123

from types import ModuleType

from grader.jail.layer import Limits, Missing

GRACE = 1  # seconds of CPU between SIGXCPU, which can be caught, and SIGKILL


def limit(limits: Limits, running: int) -> str:
    """Set the limits; `running` is how many threads may share this user id, 0 for an id of our own.

    The kernel counts threads by user, so those that run already come on top: with 64 allowed and
    300 running, the limit is 364.
    """
    try:
        import resource
    except ImportError as error:
        raise Missing("this system has no setrlimit") from error
    threads = limits.processes + running
    wanted = {
        "AS": (limits.memory_bytes, limits.memory_bytes),
        "CPU": (limits.cpu_seconds, limits.cpu_seconds + GRACE),
        "NOFILE": (limits.open_files, limits.open_files),
        "NPROC": (threads, threads),
        "FSIZE": (0, 0),
        "CORE": (0, 0),
        "MEMLOCK": (0, 0),
        "MSGQUEUE": (0, 0),
    }
    refused = [name for name, pair in wanted.items() if not _set(resource, name, pair)]
    if refused:
        raise Missing(f"the system refuses limits on {', '.join(refused)}")
    return f"{limits.memory_bytes >> 20} MiB, {limits.cpu_seconds} s, {threads} threads"


def running() -> int:
    """Return how many threads run on this machine, 2,000 where the system does not say."""
    try:
        with open("/proc/loadavg", encoding="ascii") as file:
            return int(file.read().split()[3].partition("/")[2])
    except (OSError, ValueError, IndexError):
        return 2000


def _set(resource: ModuleType, name: str, pair: tuple[int, int]) -> bool:
    """Set one limit, never above what holds already; return whether it holds now."""
    number = getattr(resource, f"RLIMIT_{name}", None)
    if number is None:
        return name in ("MSGQUEUE", "MEMLOCK")  # Linux alone counts message queues
    _, hard = resource.getrlimit(number)
    soft, top = pair if hard == resource.RLIM_INFINITY else (min(pair[0], hard), min(pair[1], hard))
    try:
        resource.setrlimit(number, (soft, top))
    except (OSError, ValueError):
        return False
    return bool(resource.getrlimit(number) == (soft, top))
