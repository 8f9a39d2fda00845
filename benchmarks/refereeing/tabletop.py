"""A tabletop of flat colours, seen from straight above: enough for what compares pictures, and quick to paint."""

from __future__ import annotations

import zlib
from functools import cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.refereeing.sitting import Arm, Lie
from calibration.places import Place
from calibration.registration import Array, Camera, FoundBy, Registration
from core.reading import EMPTY, is_edge
from kiebitz.pictures.frame import Image
from kits.kit import Kit, Plan
from tablebench.course import Contents

CELL = 16
"""Pixels per cell, as in the view from above that the table compares."""
_BAND, _GAP = 1, 4
"""Width of the frame around a board, and the gap between boards, in cells."""
_ROOM = 3
SKIN = (120, 160, 220)
_ABOVE_MM = 1000.0


class Tabletop:
    """The boards of *kit* on a table. With tags they tell which way round they lie; else the near side is row 1."""

    def __init__(self, kit: Kit, *, tagged: bool) -> None:
        self._plans = (kit.plan,) if kit.has_whole else tuple(mini.plan for mini in kit.minis)
        self.found_by: FoundBy = "tags" if tagged or len(self._plans) > 1 else "outline"
        self._px_per_mm = CELL / self._plans[0].pitch_mm
        plan = self._plans[0]
        across = min(3, len(self._plans))
        down = -(-len(self._plans) // across)
        wide, high = plan.columns + _GAP, plan.rows + _GAP
        self._side = CELL * (max(across * wide, down * high) + 2 * _ROOM)
        self._spots = [
            (wide * (n % across - (across - 1) / 2), high * (n // across - (down - 1) / 2))
            for n in range(len(self._plans))
        ]
        """Place of each board's middle relative to the table's, in cells."""

    @cached_property
    def _table(self) -> Image:
        grain = np.random.default_rng(1).integers(-6, 7, (self._side, self._side, 1))
        return np.asarray(np.clip(np.array([70, 95, 120]) + grain, 0, 255), dtype=np.uint8)

    def place(self, lie: Lie) -> Place:
        """Return where the boards are, named as they really lie."""
        middle = (self._side - 1) / 2
        focal = _ABOVE_MM * self._px_per_mm
        camera = Camera(
            np.array([[focal, 0, middle], [0, focal, middle], [0, 0, 1.0]]), np.zeros(5), (self._side, self._side)
        )
        boards = []
        for plan, (x, y) in zip(self._plans, self._spots, strict=True):
            R = _quarter_turns(lie.quarters)
            spot = np.array([x * plan.pitch_mm - plan.width_mm / 2, y * plan.pitch_mm - plan.height_mm / 2, 0.0])
            t = R @ spot + np.array([lie.dx / self._px_per_mm, 0.0, _ABOVE_MM])
            boards.append(Registration(camera, R, t, plan, self.found_by, 0.0))
        return Place(tuple(boards))

    def paint(self, contents: Contents, lie: Lie, arm: Arm | None = None) -> Image:
        """Return the picture."""
        image = self._table.copy()
        if not lie.away:
            for plan, board in zip(self._plans, self.place(lie).boards, strict=True):
                drawn = np.rot90(_board(plan, self.found_by == "tags", contents), -lie.quarters)
                x, y = np.rint(board.px_from_board([(plan.width_mm / 2, plan.height_mm / 2)])[0] + 0.01).astype(int)
                top, left = y - drawn.shape[0] // 2, x - drawn.shape[1] // 2
                image[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
        if arm is not None:
            image[self.arm_over(lie, arm)] = SKIN
        return image

    def arm_over(self, lie: Lie, arm: Arm) -> npt.NDArray[np.bool_]:
        """Return the pixels that *arm* hides; it comes from the side of the picture nearest its cell."""
        cell, width = arm
        x, y = np.rint(self.middles(self.place(lie))[cell]).astype(int).tolist()
        ends = {(x, -9): y, (x, self._side + 9): self._side - y, (-9, y): x, (self._side + 9, y): self._side - x}
        rim = min(ends, key=lambda end: ends[end])
        mask = np.zeros((self._side, self._side), np.uint8)
        cv2.line(mask, rim, (x, y), 1, round(width * CELL))
        cv2.circle(mask, (x, y), round(0.6 * width * CELL), 1, -1)
        return np.asarray(mask, dtype=bool)

    def middles(self, place: Place) -> dict[str, Array]:
        """Return cell → its middle in px."""
        found: dict[str, Array] = {}
        for board in place.boards:
            middles = board.px_from_board([board.plan.centre_mm(cell) for cell in board.plan.cells])
            found.update(zip(board.plan.cells, middles, strict=True))
        return found


def _quarter_turns(quarters: int) -> Array:
    c, s = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _board(plan: Plan, tagged: bool, contents: Contents) -> Image:
    """Return the board of *plan* with its frame, row 1 at the bottom."""
    image = _bare(plan, tagged).copy()
    for place, content in contents.items():
        if content == EMPTY or place.split("-")[0] not in plan.cells:
            continue
        x, y = np.mean([_corner(plan, cell) for cell in place.split("-")], axis=0).astype(int)
        if is_edge(place):
            image[y + 5 : y + 11, x + 5 : x + 11] = (40, 40, 200)
        else:
            half, colour = _looks(content)
            image[y + 8 - half + 3 : y + 8 + half + 3, x + 8 + half : x + 8 + half + 2] //= 2
            image[y + 8 - half : y + 8 + half, x + 8 - half : x + 8 + half] = colour
    return image


@lru_cache(maxsize=256)
def _looks(content: str) -> tuple[int, tuple[int, int, int]]:
    """Return half the side of the square that represents *content*, in px, and its colour."""
    code = zlib.crc32(content.encode())
    half = {"s": 4, "m": 5, "l": 6}.get(content[-1], 6)
    return half, (code % 5 * 60, code // 5 % 5 * 60, code // 25 % 5 * 60)


@lru_cache(maxsize=32)
def _bare(plan: Plan, tagged: bool) -> Image:
    image = np.full(((plan.rows + 2 * _BAND) * CELL, (plan.columns + 2 * _BAND) * CELL, 3), 215, np.uint8)
    image[:] = (235, 235, 235) if tagged else (60, 80, 110)
    for cell in plan.cells:
        x, y = _corner(plan, cell)
        start = len(plan.prefix)
        dark = (ord(cell[start]) + int(cell[start + 1 :])) % 2
        image[y : y + CELL, x : x + CELL] = (165, 190, 200) if dark else (200, 225, 230)
    if tagged:
        rng = np.random.default_rng(plan.columns)
        for x in range(0, image.shape[1] - 11, 4 * CELL):
            image[2:13, x + 2 : x + 13] = rng.choice((10, 245), (11, 11, 1))
            image[-13:-2, x + 2 : x + 13] = rng.choice((10, 245), (11, 11, 1))
    return image


def _corner(plan: Plan, cell: str) -> tuple[int, int]:
    """Return the top left pixel of *cell* in the picture of the board with its frame."""
    x, y = plan.centre_mm(cell)
    return int(x // plan.pitch_mm + _BAND) * CELL, int(y // plan.pitch_mm + _BAND) * CELL
