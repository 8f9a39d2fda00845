"""Draws the pictures in docs/images of the screen's pages again: ``python -m tests.screen.pictures [NAME…]``.

They are stations of the sweep, each seen in one way.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

import numpy as np
from PIL import Image
from playwright.sync_api import sync_playwright

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.screen.doors import open_doors
from kiebitz.screen.live.desk import Desk
from kiebitz.screen.live.feed import Feed
from kiebitz.screen.serving import Screen
from tests.calibration.patterns import lens, photographed, target_sheet
from tests.screen.browser import CHROMIUM, flags, write_film
from tests.screen.conftest import running
from tests.screen.stations import STATIONS
from tests.screen.sweep import Sweep, Way

IMAGES = Path(__file__).parents[2] / "docs" / "images"
LIGHT = {
    "choice-tablet": "choice", "preparing-phone": "preparing", "colours-tablet": "colours", "prop-phone": "phone",
    "camera-phone": "phone-filming", "lens-phone": "lens", "corners-phone": "corners", "join-desk": "codes",
    "photo-phone": "photo", "trust-phone": "trust", "illegal-desk": "broken", "german-tablet": "broken",
    "correct-desk": "cell", "telling-phone": "telling", "bot-tablet": "playing", "tinker_tactics-desk": "tinker",
    "ting-phone": "ting", "games-desk": "game", "learn-tablet": "learn", "refuted-tablet": "drilled",
    "print-desk": "print",
}  # fmt: skip
DARK = {
    "choice-phone": "choice", "illegal-phone": "broken", "projector-desk": "projector", "over-tablet": "over",
    "settings-phone": "settings", "tabik-tablet": "tabik", "rules-phone": "rules", "puzzle-phone": "setting-up",
}  # fmt: skip
"""Name of a picture, which ends with the device → its station."""


def draw(wanted: Sequence[str]) -> None:
    """Draw the pictures that are *wanted*; all of them take some two minutes."""
    with (
        tempfile.TemporaryDirectory() as home,
        patch.dict(os.environ, KIEBITZ_HOME=home),
        patch.object(open_doors, "lan_addresses", lambda: ["127.0.0.2"]),
        sync_playwright() as playwright,
        running(Screen.open(0, lan=True, desk=Desk(Feed(), step_s=0.0))) as screen,
    ):
        for name in wanted:
            film = Path(home) / "table.y4m"
            write_film(film, seen() if name != "lens-phone" else targets(), each=2)
            sweep = Sweep(playwright.chromium.launch(executable_path=CHROMIUM, args=flags(film)), None)
            way = Way(name.rpartition("-")[2], "light" if name in LIGHT else "dark", "de" if "german" in name else "en")
            station = {**LIGHT, **DARK}[name]
            with STATIONS[station].prepared(screen), sweep.visit(screen, way, way.size != "desk") as visit:
                STATIONS[station].go(visit)
                visit.page.wait_for_timeout(3000 if name == "lens-phone" else 300)
                picture = Image.open(io.BytesIO(visit.page.screenshot()))
                picture.convert("RGB").quantize(256).save(IMAGES / f"table-{name}.png", optimize=True)
            sweep.browser.close()


def seen() -> list[np.ndarray]:
    """Return what the camera sees at a table."""
    return [pretend_picture(rules_of("tink").start().play("Se5").play("Sd4").play("Sc6"))]


def targets() -> list[np.ndarray]:
    """Return pictures of the target that measures lenses."""
    camera = lens(focal=620.0, size=(800, 600))
    return [np.dstack([photographed(target_sheet(), camera, number)] * 3) for number in range(4)]


if __name__ == "__main__":
    draw(sys.argv[1:] or [*LIGHT, *DARK])
