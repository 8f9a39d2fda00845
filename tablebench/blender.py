"""Asking another Python, one that has Blender's module, to run a module of this repository."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def run_in_blender(python: str, module: str, *arguments: str) -> None:
    """Run *module* with the Python *python*. Raises ``SystemExit`` with its last words if that fails."""
    environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
    try:
        done = subprocess.run(
            [python, "-m", module, *arguments], capture_output=True, text=True, check=False, env=environment
        )
    except OSError as error:
        raise SystemExit(f"{python} cannot be run: {error.strerror}") from None
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise SystemExit(f"Blender made no picture: {said[-1] if said else f'it ended with {done.returncode}'}")
