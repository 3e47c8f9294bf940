#!/usr/bin/env bash
# Run all figures, and FILE if one is named, on a machine with a GPU that ssh reaches.
#
#   gpu_checks/remote/over_ssh.sh USER@HOST [FILE [OPTIONS of drill gpu]]
#
# Sends the commit that is checked out and FILE to a folder of the commit's own below the home folder
# there, runs there.sh, and brings the report of FILE back as gpu-report. Options go on as they are: a
# file that they name must be there.
#
# This starts no machine and ends none. Whoever rented the machine pays until it ends: set a lease
# and a spend cap with the provider first; nothing in this script can.
set -euo pipefail

host=${1:?name a machine: over_ssh.sh USER@HOST [FILE [OPTIONS of drill gpu]]}
shift
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
there=infra-drill-$(git -C "$root" rev-parse --short HEAD)

rest=()
if [ $# -gt 0 ]; then
    [ -f "$1" ] || { echo "over_ssh.sh: there is no file $1" >&2; exit 2; }
    rest=("learner/$(basename "$1")" "${@:2}")
fi

git -C "$root" archive --format=tar HEAD | ssh "$host" "mkdir -p $there/learner && tar -xC $there"
if [ ${#rest[@]} -gt 0 ]; then
    ssh "$host" "cat > $there/$(printf %q "${rest[0]}")" <"$1"
fi

code=0
words=$(printf ' %q' bash gpu_checks/remote/there.sh ${rest[@]+"${rest[@]}"})
ssh "$host" "cd $there && rm -rf gpu-report &&$words" </dev/null || code=$?
if [ ${#rest[@]} -gt 0 ]; then
    ssh "$host" "cd $there && [ ! -d gpu-report ] || tar -c gpu-report" </dev/null >gpu-report.tar
    [ ! -s gpu-report.tar ] || tar -xf gpu-report.tar gpu-report
    rm gpu-report.tar
fi
echo "the machine $host still runs, and costs, until you end it" >&2
exit "$code"
