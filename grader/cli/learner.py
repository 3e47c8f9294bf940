"""Which drill a command is about when it is not named."""

from grader import catalogue, folder
from grader.catalogue import Drill


def drill_of(name: str | None) -> Drill:
    """Return the drill of this name, or the one of this folder."""
    return catalogue.find(name) if name else folder.locate(None).drill
