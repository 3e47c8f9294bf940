"""The limits of a grade. Every one that is hit is named in the report."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What one worker may use; seconds are of running, not of waiting for a core."""

    import_seconds: float = 2.0
    grade_seconds: float = 30.0  # all scenarios and shrinking together
    shrink_seconds: float = 0.5  # wall clock
    shrink_tries: int = 400
    memory_bytes: int = 1 << 30  # address space
    output_bytes: int = 1 << 18  # printed during one scenario
    processes: int = 64  # of the user, threads included, where the system counts them
    open_files: int = 64
