"""Row J3: the first ``locate`` of a printed board takes less than a second, from the start of the program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kiebitz
from kiebitz.pictures.drawing import save_png

_TIMED = """
import contextlib, io, sys, time
from kiebitz.cli import run
with contextlib.redirect_stdout(io.StringIO()) as out:
    status = run(["locate", sys.argv[1], "--json"])
slow = sorted({name.partition(".")[0] for name in sys.modules} & {"scipy", "onnxruntime", "numba", "reportlab"})
print(status, '"found": true' in out.getvalue(), ",".join(slow) or "none", time.process_time())
"""


def located(picture: Path) -> tuple[str, float]:
    """Return what a new Python says of locating the board in *picture*, and its processor time in seconds."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [sys.executable, "-c", _TIMED, str(picture)], capture_output=True, text=True, check=True, env=environment
    )
    told, _, seconds = done.stdout.strip().rpartition(" ")
    return told, float(seconds)


@pytest.mark.slow
def test_j3_the_first_locate_takes_less_than_a_second(tmp_path: Path) -> None:
    picture = tmp_path / "board.png"
    save_png(picture, kiebitz.pretend_picture(kiebitz.game("tink").start()))
    for _ in range(6):  # other programs slow the clock on the wall, and this one less
        told, seconds = located(picture)
        assert told == "0 True none"
        if seconds < 1.0:
            return
    pytest.fail(f"it takes {seconds} s")
