#!/usr/bin/env bash
# A stranger's first hour: README's way to the first refereed move, command by command, in a bare environment.
# The camera is a stream of simulated pictures on a loopback address. Needs Python 3.11+ and a network.
set -euo pipefail
unset PYTHONPATH
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/download" "$scratch/table"
git -C "$root" ls-files -z | tar -C "$root" --null -T - -cf - | tar -xf - -C "$scratch/download"

${PYTHON:-python3} -m venv "$scratch/bare"
"$scratch/bare/bin/python" -m pip install --quiet --disable-pip-version-check pipx
export PIPX_HOME="$scratch/pipx" PIPX_BIN_DIR="$scratch/bin" PATH="$scratch/bin:$scratch/bare/bin:$PATH"
export KIEBITZ_HOME="$scratch/home"

cd "$scratch/download"
pipx install --quiet .
cd "$scratch/table"
"$PIPX_HOME/venvs/kiebitz/bin/python" -P "$scratch/download/tests/first_hour.py" "$scratch/download/README.md"
