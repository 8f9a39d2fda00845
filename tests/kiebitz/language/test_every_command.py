"""No command answers people in English who ask for German, whatever it does."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.cli import COMMANDS, kiebitz
from kiebitz.home import games_folder
from tests.kiebitz.language.test_catalogue import ENGLISH
from tests.screen.kept_game import ILLEGAL, WON, keep, moves

TYPED = {
    "demo": ("demo tink --out out",),
    "print": ("print tink --quick --out tink.pdf", "print target --out target.pdf", "print stand --out stand.pdf"),
    "verify-print": (
        "verify-print --measured-mm 166,214 --paper a4",
        "verify-print bare.png",
    ),
    "report": ("report --picture start.png",),
    "doctor": ("doctor", "doctor bare.png", "doctor start.png --game tink"),
    "calibrate": ("calibrate bare.png bare.png",),
    "teach": ("teach tink start.png --position start", "teach tink --players 3"),
    "locate": ("locate start.png", "locate bare.png --game tabik"),
    "read": ("read start.png", "read bare.png --game tink"),
    "check": ("check start.png --game tink",),
    "watch": ("watch pictures --game tink", "watch pictures --game tink --resume"),
    "list": ("list",),
    "show": ("show last", "show last --event 3"),
    "harvest": ("harvest last --out out",),
    "rerun": ("rerun pictures 1",),
    "replay": ("replay last --ply 2", "replay last"),
    "export": ("export last --to text",),
    "suggest": (
        "suggest tink start --nodes 20",
        "suggest tink start --nodes 20 --hint area",
        "suggest tink start --nodes 20 --lines 2",
    ),
    "playtest": (
        "playtest tink --games 2 --by chance --workers 1 --compare players=3",
        "playtest tabik --games 30 --by chance --workers 1 --options board_size=2,pie_rule=false --even-out",
        "playtest tinker_tactics --games 1 --by chance --workers 1",
        "playtest tingle --games 1 --nodes 2 --workers 1",
    ),
    "review": ("review last --seconds 0.1",),
    "rules": ("rules tink", "rules tabik --options", "rules tink GW-17", "rules tinker 5.5"),
    "learn": ("learn tink --step 1",),
    "games": ("games",),
    "help": ("help", "help read"),
    "comment": ("comment last schön",),
    "verify": ("verify last",),
    "sign": ("sign last A",),
    "ratings": ("ratings",),
    "delete": ("delete last --yes",),
}
"""What is typed of each command; files are in the folder where it is typed."""
LONG = {"table"}
"""Serves until somebody stops it; what it says first is in ``tests/screen``."""
NAMES = re.compile(r"`[^`]*`|\{\w+\}|--\w+|\S*/\S*")
"""What is typed, what the rules leave open, and where files lie is the same in every language."""
FOR_PROGRAMS = {"engine"}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a picture of no board, one of a game's start, and some of a game."""
    folder = tmp_path_factory.mktemp("typed")
    cv2.imwrite(str(folder / "bare.png"), np.full((480, 640, 3), 180, np.uint8))
    position = rules_of("tink").start()
    pictures = [pretend_picture(position)]
    cv2.imwrite(str(folder / "start.png"), pictures[0])
    for action in ("Sc3", "Sd4"):
        position = position.play(action)
        pictures.append(pretend_picture(position))
    (folder / "pictures").mkdir()
    for number, picture in enumerate(pictures):
        cv2.imwrite(str(folder / "pictures" / f"{number}.png"), picture)
    return folder


def test_every_command_for_people_is_tried() -> None:
    assert set(TYPED) == set(COMMANDS) - LONG - FOR_PROGRAMS


@pytest.mark.slow
@pytest.mark.usefixtures("late_demo")
@pytest.mark.parametrize("typed", [line for lines in TYPED.values() for line in lines])
def test_a_command_answers_in_german(typed: str, files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIEBITZ_HOME", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.chdir(files)
    keep(games_folder(), *moves(*WON[:2]), ILLEGAL, *moves(*WON)[2:])
    done = CliRunner().invoke(kiebitz, typed.split(), catch_exceptions=False, input="")
    assert done.exit_code in (0, 1)
    lines = [NAMES.sub("", line) for line in done.output.splitlines()]
    english = [line for line in lines if ENGLISH.search(line)]
    assert (english, bool(done.output)) == ([], True)
