#!/usr/bin/env bash
# Runs once, as root and with network, when the image is built: a Python that is new enough, and
# the wheel that lies beside this file, in an environment of its own.
set -euo pipefail

root=${AUTOGRADER_ROOT:-/autograder}
source=$(cd "$(dirname "$0")" && pwd)

newest() {
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        if "$name" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            command -v "$name"
            return
        fi
    done
}

python=$(newest)
if [ -z "$python" ]; then
    apt-get update
    apt-get install --yes python3.12-venv || apt-get install --yes python3.11-venv
    python=$(newest)
fi
"$python" -m venv "$root/drill"
"$root/drill/bin/python" -m pip install "$source"/infra_drill-*.whl
"$root/drill/bin/drill" doctor
