"""A table of flat colours seen from straight above, and an eye that reads it: for testing what lies between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from calibration.places import Place
from calibration.registration import Camera, FoundBy, Registration
from core.reading import Misplaced, Reading
from kiebitz.eye.protocol import Look, nearest_turn
from kiebitz.pictures.frame import Image
from kits.kit import Plan

PLAN = Plan(columns=8, rows=8, pitch_mm=40.0)
PAINT = {"A": (40, 40, 210), "B": (210, 60, 30), "C": (60, 180, 60), "D": (40, 200, 230)}
NAMES = {"A": "red", "B": "blue", "C": "green", "D": "yellow"}
COLOURS = {"A": "red", "B": "blue"}
SIZES = {"s": 10, "m": 16, "l": 24}
SKIN = (120, 160, 220)
CELL = 32


def place(*, dx: float = 0.0, found_by: FoundBy = "tags") -> Place:
    """Return the camera's pose: 0.8 px per mm, the board's middle at the picture's middle but for *dx* px."""
    camera = Camera(np.array([[800.0, 0, 200], [0, 800, 200], [0, 0, 1]]), np.zeros(5), (400, 400))
    t = np.array([-160.0 + dx / 0.8, -160.0, 1000.0])
    return Place.of(Registration(camera, np.eye(3), t, PLAN, found_by, 0.0))


def paint(contents: Mapping[str, str], *, hand: str | None = None, dx: int = 0, blank: bool = False) -> Image:
    """Return the table with *contents*, a hand reaching from the right for the cell *hand*, the board *dx* px off."""
    return _painted(tuple(contents.items()), hand, dx, blank).copy()


@lru_cache(maxsize=64)
def _painted(contents: tuple[tuple[str, str], ...], hand: str | None, dx: int, blank: bool) -> Image:
    image, there = np.full((400, 400, 3), 90, np.uint8), dict(contents)
    if blank:
        return image
    middles = _middles(place(dx=dx).boards[0])
    for cell, (x, y) in middles.items():
        dark = (ord(cell[0]) + int(cell[1:])) % 2
        _square(image, x, y, CELL // 2, (150, 190, 200) if dark else (200, 225, 230))
        if (content := there.get(cell, ".")) != ".":
            _square(image, x, y, SIZES[content[1]] // 2, PAINT[content[0]])
    if hand:
        x, y = middles[hand]
        image[y - 25 : y + 25, x - 20 :] = SKIN
    return image


def _middles(board: Registration) -> dict[str, tuple[int, int]]:
    """Return where the middle of each cell is, in px."""
    middles = np.rint(board.px_from_board([PLAN.centre_mm(cell) for cell in PLAN.cells])).astype(int)
    return {cell: (x, y) for cell, (x, y) in zip(PLAN.cells, middles.tolist(), strict=True)}


def _square(image: Image, x: int, y: int, half: int, colour: tuple[int, int, int]) -> None:
    image[y - half : y + half, x - half : x + half] = colour


class StillEye:
    """What an eye of tests does that only finds and reads."""

    whose = ""
    """Whose board is in view where this is not."""

    def other(self, image: Image) -> str:  # noqa: ARG002
        return self.whose

    def misplaced(self, image: Image, place: Place, cells: Sequence[str]) -> tuple[Misplaced, ...]:  # noqa: ARG002
        """Return nothing: no piece lies wrong."""
        return ()

    def expect(self, players: int, *, fewer: bool) -> None:
        """Read for the seats that it has."""

    def learn(self, contents: Mapping[str, str]) -> None:
        """Learn nothing."""


@dataclass
class PaintedEye(StillEye):
    """Reads painted tables of *seats*, and counts how often it is asked. ``doubts`` are cells it cannot decide."""

    doubts: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    dx: int = 0
    blind: bool = False
    found_by: FoundBy = "tags"
    quarters: int = 0
    readings: int = 0
    learned: list[dict[str, str]] = field(default_factory=list)
    seats: str = "AB"

    def by_hand(self, image: Image, corners_px: object) -> Place | None:  # noqa: ARG002
        """Take no corners."""
        return None

    def find(self, image: Image) -> Place | None:
        if self.blind or int(image.max()) <= 90:
            return None
        return place(dx=self.dx, found_by=self.found_by).turned(self.quarters)

    def follow(self, image: Image, place: Place) -> Place | None:
        found = self.find(image)
        return None if found is None else nearest_turn(found, place.corners_px)

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        self.readings += 1
        (board,) = place.boards
        cells, covered = {}, set()
        alphabet = (".", *(f"{seat}{size}" for seat in self.seats for size in SIZES))
        named = self._named(colours)
        for cell, (x, y) in _middles(board).items():
            patch = image[y - 14 : y + 14, x - 14 : x + 14].reshape(-1, 3)
            if (patch == SKIN).all(axis=1).mean() > 0.2:
                covered.add(cell)
                continue
            seen = "."
            for seat in self.seats:
                colour = PAINT[seat]
                count = int((patch == colour).all(axis=1).sum())
                if count > 50:
                    seen = named[seat] + min(SIZES, key=lambda kind: abs(SIZES[kind] ** 2 - count))
            cells[cell] = {c: 0.0 if c == seen else -12.0 for c in alphabet}
        cells.update({c: dict(row) for c, row in self.doubts.items() if c in cells})
        return Look(Reading(cells, frozenset(covered)), self._colours(cells, colours))

    def learn(self, contents: Mapping[str, str]) -> None:
        self.learned.append(dict(contents))

    def _named(self, known: Mapping[str, str]) -> dict[str, str]:
        """Return the seat of each paint: the one whose colour is known to be it, or else the first that is free."""
        owners = {colour: seat for seat, colour in known.items()}
        free = iter(seat for seat in self.seats if seat not in known)
        return {seat: owners.get(NAMES[seat]) or next(free, seat) for seat in self.seats}

    def _colours(self, cells: Mapping[str, Mapping[str, float]], known: Mapping[str, str]) -> dict[str, str]:
        seen = {max(row, key=lambda c: row[c])[0] for row in cells.values()} - {"."}
        named = {seat: NAMES[paint] for paint, seat in self._named(known).items()}
        return {seat: colour for seat, colour in sorted(named.items()) if seat in seen | known.keys()}
