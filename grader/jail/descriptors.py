"""Close every descriptor that the learner's code has no business with."""

import os


def close_all_but(keep: frozenset[int]) -> str:
    """Close all descriptors outside `keep`: with {0, 1, 2, 5} kept, 3, 4 and all from 6 on."""
    start = 0
    for fd in sorted(keep):
        if start < fd:  # closerange(0, 0) would close every descriptor
            os.closerange(start, fd)
        start = fd + 1
    os.closerange(start, _end(start))
    return ""


def _end(start: int) -> int:
    """Return a number above every descriptor; the limit may have been lowered below open ones."""
    try:
        import resource
    except ImportError:
        return start + 4096
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return max(start, min(hard, 1 << 20) if hard > 0 else 1 << 20)
