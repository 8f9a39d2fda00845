"""Tables of Tinker Tactics in flat colours, one for each die and value, and an eye that knows them by heart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from calibration.places import Place
from calibration.registration import Camera, Registration
from core.reading import EMPTY, Reading
from kiebitz.eye.protocol import Look
from kiebitz.pictures.frame import Image
from kits import tinker_tactics
from kits.kit import Plan
from tests.kiebitz.painted import StillEye

SIZE = (900, 640)
CAMERA = Camera(np.array([[1000.0, 0, 0], [0, 1000, 0], [0, 0, 1]]), np.zeros(5), SIZE)
COLOURS = dict(zip("ABCDEF", ("red", "yellow", "green", "blue", "purple", "cyan"), strict=True))
CONTENTS = (EMPTY, *(f"{seat}{kind}={v}" for seat in COLOURS for kind in (4, 6, 8) for v in range(1, kind + 1)))


def place_of(players: int) -> Place:
    """Return the boards seen from straight above, 1 px per mm: the whole of two or four, or mini-boards in rows."""
    kit = tinker_tactics.kit(players=players)
    if kit.has_whole:
        return Place.of(_at(kit.plan, 80.0, 80.0))
    corners = ((80.0 + 220 * (number % 3), 80.0 + 220 * (number // 3)) for number in range(players))
    return Place(tuple(_at(mini.plan, *corner) for mini, corner in zip(kit.minis, corners, strict=True)))


def _at(plan: Plan, x: float, y: float) -> Registration:
    return Registration(CAMERA, np.eye(3), np.array([x, y, 1000.0]), plan, "tags", 0.0)


def painted(contents: Mapping[str, str], players: int) -> Image:
    """Return the table with *contents*."""
    image = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    for cell, x, y in _middles(place_of(players)):
        code = CONTENTS.index(contents.get(cell, EMPTY))
        image[y - 14 : y + 14, x - 14 : x + 14] = 230
        if code:
            image[y - 9 : y + 9, x - 9 : x + 9] = (2 * code, 97 * code % 256, 53 * code % 256)
    return image


def _middles(place: Place) -> list[tuple[str, int, int]]:
    """Return each cell and its middle, in px."""
    found = []
    for board in place.boards:
        middles = np.rint(board.px_from_board([board.plan.centre_mm(cell) for cell in board.plan.cells])).astype(int)
        found += [(cell, x, y) for cell, (x, y) in zip(board.plan.cells, middles.tolist(), strict=True)]
    return found


class ToldEye(StillEye):
    """Reads painted tables. Seats are named by the order of the colours, as long as the colours are not known.

    Args:
        owners: seat of the paint → the colour it stands for, where it is not the usual one.
    """

    def __init__(self, players: int, owners: Mapping[str, str] = COLOURS) -> None:
        self._players = players
        self._owners = owners
        self.doubts: Mapping[str, Mapping[str, float]] = {}
        """Cell → what is read of it instead."""

    def find(self, image: Image) -> Place | None:
        return place_of(self._players) if image.max() > 200 else None

    def follow(self, image: Image, place: Place) -> Place | None:
        return None if self.find(image) is None else place

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        seen: dict[str, str] = {}
        for cell, x, y in _middles(place):
            blue = int(image[y, x, 0])
            seen[cell] = EMPTY if blue >= 230 else CONTENTS[blue // 2]
        present = {self._owners[content[0]] for content in seen.values() if content != EMPTY}
        named = {colour: seat for seat, colour in colours.items()}
        free = iter(seat for seat in "ABCDEF" if seat not in colours)
        named |= {colour: next(free) for colour in COLOURS.values() if colour in present and colour not in named}
        contents = {c: v if v == EMPTY else named[self._owners[v[0]]] + v[1:] for c, v in seen.items()}
        exact = Reading.exact(contents, CONTENTS)
        doubted = {cell: {**dict.fromkeys(CONTENTS, -30.0), **row} for cell, row in self.doubts.items()}
        return Look(
            Reading({**exact.cells, **doubted}, exact.covered), {seat: colour for colour, seat in named.items()}
        )
