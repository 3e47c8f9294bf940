"""Forget what the process was told about the machine: variables, arguments, import path, folder."""

# A worker starts without pathlib, whose import takes longer than all layers together.
# ruff: noqa: PTH100, PTH119, PTH120

import os
import sys


def scrub() -> str:
    """Empty the environment and the arguments; leave only the standard library to import from."""
    os.environ.clear()
    sys.argv[:] = [""]
    sys.orig_argv[:] = [""]
    sys.dont_write_bytecode = True
    os.chdir(os.sep)
    library = standard_library()
    sys.path[:] = [entry for entry in sys.path if is_standard(entry, library)]
    for entry in list(sys.path_importer_cache):
        if not is_standard(entry, library):
            del sys.path_importer_cache[entry]
    return ""


def standard_library() -> str:
    """Return the folder of the standard library: "/usr/lib/python3.11"."""
    return os.path.dirname(os.path.abspath(os.__file__))


def is_standard(entry: str, library: str) -> bool:
    """Return whether an import path entry is the standard library or its compiled modules.

    /usr/lib/python3.11/lib-dynload is, /usr/lib/python3.11/site-packages is not.
    """
    inside = entry == library or entry.startswith(library + os.sep)
    dynload = os.path.basename(entry) == "lib-dynload"
    return (inside or dynload) and not entry.endswith("-packages") and "-packages/" not in entry
