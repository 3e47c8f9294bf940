#!/usr/bin/env bash
# What a rented machine runs, in the root of a checkout: all figures, and `drill gpu` for a file.
#
#   bash gpu_checks/remote/there.sh [FILE [OPTIONS of drill gpu]]
#
# Installs uv if it is missing, and the project with torch into .venv. The report of FILE goes to
# gpu-report. Exit code: 0, or that of the last of the two commands that did not end well.
set -euo pipefail

export PATH="$HOME/.local/bin:$PATH"
if ! command -v uv >/dev/null; then
    curl -LsSf https://astral.sh/uv/install.sh | sh
fi
uv venv --quiet --allow-existing --python '>=3.11' .venv
uv pip install --quiet --python .venv/bin/python --editable '.[gpu]'

code=0
.venv/bin/python -m gpu_checks.all_figures || code=$?
if [ $# -gt 0 ]; then
    .venv/bin/drill gpu "$@" --device cuda --out gpu-report || code=$?
fi
exit "$code"
