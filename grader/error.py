"""The one exception that a person may see."""


class DrillError(Exception):
    """A problem in one sentence, with the value in it, and a hint that names the next step.

    `code` is the exit code: 2 for wrong usage unless something else is said.
    """

    def __init__(self, problem: str, *, hint: str = "", code: int = 2) -> None:
        super().__init__(problem)
        self.problem = problem
        self.hint = hint
        self.code = code
