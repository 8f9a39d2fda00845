"""What a report of a fault holds: versions, a game, cameras and tables, without the names of people and folders."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Collection
from pathlib import Path

import cv2

from calibration.places import Place
from kiebitz.api.checkup import checks
from kiebitz.archive.bundle import game_parts, settings_parts
from kiebitz.archive.nameless import nameless_value
from kiebitz.home import home, profiles_folder
from kiebitz.pictures.blurring import blurred_around
from kiebitz.pictures.frame import Image
from kits.kit import Kit

ABOUT = """What is in this report of Kiebitz
=================================

machine.json    versions, what `kiebitz doctor` says, and which KIEBITZ_ variables are set
game.jsonl      the journal of the game: moves, times, what the referee said
game.crops      small pictures of the cells that moves, broken rules and questions were about
camera-N.json   cameras measured by `kiebitz calibrate`
table-N.json    tables learned by `kiebitz teach`
picture-N.png   pictures of the board; what lies around it, and hands over it, are in large blocks, unless
                --whole was given

Folders, addresses, the names of sources and of people are left out. In small pictures a finger may be seen.
Look into it before you pass it on. Kiebitz sends nothing itself.
"""


def report_parts(journal: Path | None, *, crops: bool = True, cameras: bool = True) -> dict[str, bytes]:
    """Return the files of a report about the game in *journal*, by name; with *crops* its small pictures are in it.

    With *cameras* every camera is opened to see whether it works. Raises ``Failure`` where there is no such journal.
    """
    return {
        **(dict(game_parts(journal, crops=crops)) if journal else {}),
        **dict(settings_parts(home() / "cameras", "camera")),
        **dict(settings_parts(profiles_folder(), "table")),
        "machine.json": _machine(cameras=cameras),
        "READ-ME.txt": ABOUT.encode("utf-8"),
    }


def picture_part(
    image: Image, number: int = 1, *, place: Place | None, covered: Collection[str] = ()
) -> dict[str, bytes]:
    """Return *image* as a file of a report; what lies around the board at *place*, if that is given, is hidden.

    So are the cells that are *covered*, and those around them.
    """
    shown = image if place is None else blurred_around(image, place, covered)
    return {f"picture-{number}.png": cv2.imencode(".png", shown)[1].tobytes()}


def covered_cells(image: Image, place: Place, kit: Kit) -> tuple[str, ...]:
    """Return the cells of *kit*'s board at *place* that a hand, or something else, may cover in *image*."""
    from vision.reader import read_board

    read = read_board(image, place, kit)
    return (*read.covered, *read.unsure)


def _machine(*, cameras: bool) -> bytes:
    """Describe the machine, and what works on it, as JSON."""
    own = str(Path.home())
    told = {
        "system": platform.platform(),
        "machine": platform.machine(),
        "processors": os.cpu_count(),
        "set": sorted(name for name in os.environ if name.startswith("KIEBITZ_")),
        "checks": [{**each.as_json(), "detail": each.detail.replace(own, "~")} for each in checks(cameras=cameras)],
    }
    return (json.dumps(nameless_value(told), ensure_ascii=False, indent=1) + "\n").encode("utf-8")
