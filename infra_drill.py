"""The launcher: finds the project's folders and calls the command line.

`drills`, `reference` and `grader` are names that other distributions use too. A wheel therefore
holds them inside one folder, `infra_drill`, of which this file is the `__init__.py`; in a checkout
it lies beside them. Either way the folder goes first on the import path, so that another
distribution's `grader` is never taken for ours, nor ours for it.
"""

import sys
from pathlib import Path


def main() -> None:
    """Run `drill` and exit with its code."""
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    from grader.cli.app import main as run

    run()
