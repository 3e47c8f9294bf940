"""The one exception that a person may see, and how another one is told."""


class DrillError(Exception):
    """A problem in one sentence, with the value in it, and a hint that names the next step.

    `code` is the exit code: 2 for wrong usage unless something else is said.
    """

    def __init__(self, problem: str, *, hint: str = "", code: int = 2) -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint
        self.code = code


def reason(error: Exception) -> str:
    """Return why something failed, for a person: "No such file or directory", without a number."""
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return getattr(error, "strerror", None) or str(error)
