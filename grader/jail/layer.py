"""What a layer of the jail answers, and how strong the layers are together."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

GROUND = frozenset({"session", "descriptors", "environment", "limits"})
LEVELS = ("basic", "good", "strong")  # the weakest first
KERNEL = frozenset({"landlock", "seccomp"})  # layers that confine what the kernel does for us


class Limits(NamedTuple):
    """What one worker may use. A named tuple: importing dataclasses would cost 5 ms a start."""

    memory_bytes: int  # address space
    cpu_seconds: int
    open_files: int
    processes: int  # threads that the worker may start; processes it may not


class Layer(NamedTuple):
    """One layer: `on` says that it stands, `why` what it found, or why it is missing."""

    name: str
    on: bool
    why: str


class Missing(Exception):
    """Raised by a layer that cannot be put on; the message is a reason for a person to read."""


def put_on(name: str, apply: Callable[[], str]) -> Layer:
    """Put a layer on and return it; whatever goes wrong is the reason why it is missing."""
    try:
        return Layer(name, True, apply())
    except Missing as missing:
        return Layer(name, False, str(missing))
    except Exception as error:  # a layer that fails lowers the level, never ends the worker
        return Layer(name, False, f"{type(error).__name__}: {error}")


def level(layers: "Iterable[Stands]") -> str:
    """Return "strong", "good" or "basic".

    strong: every layer stands. good: the process is a group of its own with limits and nothing
    inherited, and Landlock or seccomp confines it. basic: anything less. With all layers but
    Landlock it is good; with all but Landlock and seccomp, as on macOS, basic.
    """
    found = list(layers)
    standing = {layer.name for layer in found if layer.on}
    if len(standing) == len(found) and standing >= GROUND | KERNEL:
        return "strong"
    return "good" if standing >= GROUND and standing & KERNEL else "basic"


def is_enough(layers: "Iterable[Stands]", wanted: str) -> bool:
    """Return whether the layers reach a level: strong is enough where good is wanted."""
    return LEVELS.index(level(layers)) >= LEVELS.index(wanted)


def missing(layers: Iterable[Layer]) -> list[str]:
    """Return a line for each reason why layers are off, none when all stand.

    ["landlock, seccomp: only Linux has it; this is darwin"].
    """
    reasons: dict[str, list[str]] = {}
    for layer in layers:
        if not layer.on:
            reasons.setdefault(layer.why, []).append(layer.name)
    return [f"{', '.join(names)}: {why}" for why, names in reasons.items()]


if TYPE_CHECKING:  # making a protocol takes as long as a whole layer
    from typing import Protocol

    class Stands(Protocol):
        """What `level` looks at; the judge's own record of a layer will do."""

        @property
        def name(self) -> str: ...  # noqa: D102  # the field of Layer
        @property
        def on(self) -> bool: ...  # noqa: D102
