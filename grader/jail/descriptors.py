"""Close every descriptor that the learner's code has no business with."""

import os

LISTS = ("/proc/self/fd", "/dev/fd")  # Linux, others
MANY = 4096  # how many to try where the system has no list


def close_all_but(keep: frozenset[int]) -> str:
    """Close all descriptors outside `keep`: with {0, 1, 2, 5} kept, 3, 4 and all from 6 on."""
    for fd in _open() - keep:
        try:
            os.close(fd)
        except OSError:  # the one that read the list is closed already
            continue
    return ""


def _open() -> set[int]:
    for folder in LISTS:
        try:
            return {int(name) for name in os.listdir(folder)}  # noqa: PTH208  # without pathlib
        except OSError:
            continue
    return set(range(MANY))
