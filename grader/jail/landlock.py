"""Landlock: files can be read from the standard library and nowhere else, and never written.

One rule for each entry of the standard library's folder, never one for the folder itself, which
may hold site-packages. Later versions of Landlock also refuse TCP, and signals and abstract sockets
to processes outside. Left out: what Landlock does not know, such as chmod, stat and other sockets;
seccomp refuses those that change anything.
"""

# A worker starts without pathlib, whose import takes longer than all layers together.
# ruff: noqa: PTH118

import errno
import os
import struct
import sys
from collections.abc import Iterator

from grader.jail.environment import is_standard, standard_library
from grader.jail.layer import Missing
from grader.jail.libc import syscall

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same on every architecture
VERSION = 1  # flag of CREATE_RULESET: say the version
PATH_BENEATH = 1
READ_FILE, READ_DIR = 1 << 2, 1 << 3
FILE_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # by version: how many rights are known, 16 from 5 on
TCP_RIGHTS = 0b11  # bind, connect; from version 4 on
SCOPES = 0b11  # abstract unix sockets, signals; from version 6 on

# Shared libraries that compiled modules of the standard library load when they are imported.
LIBRARIES = """
    libbz2.so.1 libbz2.so.1.0 libcrypto.so.1.1 libcrypto.so.3 libexpat.so.1 libffi.so.7
    libffi.so.8 libgcc_s.so.1 liblzma.so.5 libm.so.6 libmpdec.so.3 libmpdec.so.4 libssl.so.1.1
    libssl.so.3 libuuid.so.1 libz.so.1 libzstd.so.1
"""
LOADER_CACHE = "/etc/ld.so.cache"


def confine() -> str:
    """Allow this process to read the standard library and what it loads, and nothing else."""
    version = _version()
    attributes = struct.pack(
        "=QQQ",
        (1 << FILE_RIGHTS.get(version, 16)) - 1,
        TCP_RIGHTS if version >= 4 else 0,
        SCOPES if version >= 6 else 0,
    )
    ruleset = syscall(CREATE_RULESET, attributes, len(attributes), 0)
    try:
        for path, rights in _readable():
            _allow(ruleset, path, rights)
        syscall(RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)
    return f"version {version}"


def _version() -> int:
    try:
        return syscall(CREATE_RULESET, None, 0, VERSION)
    except OSError as error:
        if error.errno == errno.EOPNOTSUPP:
            raise Missing("the kernel has Landlock, but it is switched off at boot") from error
        raise Missing(f"the kernel has no Landlock ({error.strerror}); Linux 5.13 does") from error


def _readable() -> Iterator[tuple[str, int]]:
    """Yield what may be read, and how: ("/usr/lib/python3.11/heapq.py", READ_FILE)."""
    library = standard_library()
    with os.scandir(library) as entries:
        for entry in entries:
            if not entry.name.endswith("-packages"):
                yield entry.path, READ_FILE | READ_DIR if entry.is_dir() else READ_FILE
    for folder in sys.path:  # some systems keep the compiled modules in another folder
        if folder != library and is_standard(folder, library):
            yield folder, READ_FILE | READ_DIR
    yield LOADER_CACHE, READ_FILE
    for folder in _library_folders():
        for name in LIBRARIES.split():
            yield os.path.join(folder, name), READ_FILE


def _library_folders() -> list[str]:
    multiarch = getattr(sys.implementation, "_multiarch", "")
    return [f"/lib/{multiarch}", "/lib64", "/usr/local/lib", os.path.join(sys.base_prefix, "lib")]


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this system, or a broken link
        return
    try:
        syscall(ADD_RULE, ruleset, PATH_BENEATH, struct.pack("=Qi", rights, fd), 0)
    finally:
        os.close(fd)
