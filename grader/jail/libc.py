"""System calls that Python does not offer, through ctypes."""

import os
import sys
from functools import cache
from typing import Any

from grader.jail.layer import Missing


def prctl(option: int, argument: int) -> None:
    """Call prctl(option, argument, 0, 0, 0); raise OSError if the kernel refuses."""
    from ctypes import c_ulong

    _checked(_libc().prctl(option, c_ulong(argument), *[c_ulong(0)] * 3))


def load_filter(option: int, mode: int, code: bytes) -> None:
    """Call prctl(option, mode, filter) with BPF instructions of 8 bytes each."""
    import ctypes

    class Program(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("lines", ctypes.c_char_p))

    filled = Program(len(code) // 8, code)
    _checked(
        _libc().prctl(option, ctypes.c_ulong(mode), ctypes.byref(filled), *[ctypes.c_ulong(0)] * 2)
    )


def syscall(number: int, *arguments: int | bytes | None) -> int:
    """Make system call `number` and return its result; raise OSError if the kernel refuses.

    Integers are handed over as C ints, bytes as pointers to them, None as a null pointer.
    """
    return _checked(_libc().syscall(number, *arguments))


@cache
def _libc() -> Any:
    if sys.platform != "linux":
        raise Missing(f"only Linux has it; this is {sys.platform}")
    try:
        import ctypes
    except ImportError as error:
        raise Missing(f"this Python was built without ctypes ({error})") from error
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result != -1:
        return result
    from ctypes import get_errno

    raise OSError(get_errno(), os.strerror(get_errno()))
