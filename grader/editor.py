"""The editor of the person, and what VS Code is told about a drill's folder.

Left out: links in a terminal (`screen/terminal.py`).
"""

import json
import os
import shlex
import subprocess
from pathlib import Path

from grader import file
from grader.error import DrillError, reason

# What `drill grade` prints of a file that cannot be graded: "scheduler.py:31  schedule() is not …"
PROBLEM = {
    "owner": "drill",
    "fileLocation": ["autoDetect", "${workspaceFolder}"],
    "pattern": {
        "regexp": r"^\s*(.+\.py):(\d+)\s\s(.+)$",
        "file": 1,
        "line": 2,
        "message": 3,
    },
}


def edit(path: Path) -> None:
    """Open a file in $VISUAL or $EDITOR and wait as long as the editor does."""
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(chosen)
    except ValueError as error:
        raise DrillError(f"$VISUAL or $EDITOR is no command: {chosen!r} ({error})") from error
    if not words:
        raise DrillError(
            "neither $VISUAL nor $EDITOR says which editor is yours",
            hint="export VISUAL='code -w'      or open the file yourself",
            code=6,
        )
    try:
        code = subprocess.run([*words, str(path)], check=False).returncode
    except OSError as error:
        says = f"the editor {words[0]!r} did not start: {reason(error)}"
        raise DrillError(says, code=6) from error
    if code:
        raise DrillError(f"the editor {words[0]!r} ended with code {code}", code=1)


def vscode(folder: Path) -> Path:
    """Write the test task for VS Code: grade; the line that cannot be graded is marked."""
    path = folder / ".vscode" / "tasks.json"
    tasks = {
        "version": "2.0.0",
        "tasks": [
            {
                "label": "drill grade",
                "type": "process",
                "command": "drill",
                "args": ["grade"],
                "options": {"cwd": "${workspaceFolder}"},
                "group": {"kind": "test", "isDefault": True},
                "presentation": {"clear": True},
                "problemMatcher": PROBLEM,
            }
        ],
    }
    path.parent.mkdir(exist_ok=True)
    file.write(path, json.dumps(tasks, indent=2) + "\n")
    return path
