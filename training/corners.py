"""What the network of corners learns from: pretend tables of every game, laid flat somewhat astray.

Each is laid flat as if its board were taken to lie a little elsewhere, bent, or as high as its stones; the network
learns by how much each corner is off. It also learns which corners are none, and which lie at a rim, for lattices that
are none, and parts of boards, are shown too.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.corners import MARGIN, eye_over, flat_view, mean_cell_px, smaller
from calibration.network import Floats
from calibration.registration import Array, Registration, resized
from calibration.scaling import Grey, working_picture
from kits.kit import Kit
from simulator.render import render
from training.data import Examples
from training.pictures import draw_any, draw_board_scene, draw_printed_scene

SIZES = ((800, 600), (800, 600), (640, 480), (480, 360))
GROUPS, PARTS = 8, 2
"""How many times each board is rectified whole, and how many times more with a part of it taken for the whole."""
LEAST = 3
"""Columns and rows of the smallest part."""
NONE = 0.15
"""Share of examples with a lattice that is not on a board."""
FOOT, FAR = 0.06, 0.18
"""Error in the camera's place, given a lattice astray: sideways as a share of its height, and in log height."""
BENT, BEND = 0.3, 0.06
"""Share of boards that are bent, like mats that were rolled up, and about how far off their ends then are, in cells."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A picture, no finer than it is laid flat, and where its board lies in it."""

    grey: Grey
    place: Registration
    scale: float

    @classmethod
    def of(cls, image: npt.NDArray[np.uint8], place: Registration) -> Table:
        """Return the table of a picture where the board lies at *place*."""
        grey = working_picture(image)
        place = resized(place, (grey.shape[1], grey.shape[0]))
        small, scale = smaller(grey, mean_cell_px(place))
        return cls(small, place, scale)

    @property
    def side(self) -> tuple[int, int]:
        """How many columns and rows the board has."""
        return self.place.plan.columns, self.place.plan.rows

    @property
    def eye(self) -> Array:
        """Where the camera is: x, y and height above the board, in cells."""
        return eye_over(self.place)

    def px_of(self, places: Array, height: float) -> Array:
        """Return where *places* (N, 2), so high above the board, are seen; all in cells."""
        points = np.column_stack([places, np.full(len(places), -height)]) * self.place.plan.pitch_mm
        return (self.place.px_from_board(points) + 0.5) * self.scale - 0.5


def corner_examples(seed: int, number: int, pictures: int, *, printed: float = 0.0) -> Examples:
    """Return boards of one kit in this many *pictures*, the same for the same *seed* and *number*, laid flat astray.

    A share of them shows *printed* boards. A group has one of each picture: the ``levels`` (N, rows, columns) of what
    is shown, how it leans ``across`` (N, columns) and ``down`` (N, rows), what is ``seen``; by how much corners are
    ``off`` (N, 2, corners down, corners across) in cells, and their ``kinds``.
    """
    rng = np.random.default_rng([seed, number])
    kit = draw_any(rng)
    tables: list[Table] = []
    while len(tables) < pictures:
        table = draw_table(rng, kit, printed)
        if not tables or table.side == tables[0].side:
            tables.append(table)
    groups = [_group(tables, rng) for _ in range(GROUPS)]
    groups += [_group(tables, rng, draw_part(rng, tables[0].side)) for _ in range(PARTS)]
    return Examples(tuple(groups))


def draw_table(rng: np.random.Generator, kit: Kit, printed: float) -> Table:
    """Return a pretend table where *kit* is played; the share *printed* of them has the printed board."""
    size = SIZES[int(rng.integers(len(SIZES)))]
    draw = draw_printed_scene if rng.random() < printed and kit.markers else draw_board_scene
    shown = render(draw(rng, kit, size))
    return Table.of(shown.image, shown.truth.registration)


def draw_part(rng: np.random.Generator, side: tuple[int, int]) -> tuple[int, int]:
    """Return the columns and rows of a part of a board of *side*: as many of both, so that sizes are few."""
    count = int(rng.integers(LEAST, min(side) + 1))
    return count, count


def _group(
    tables: list[Table], rng: np.random.Generator, part: tuple[int, int] | None = None
) -> dict[str, npt.NDArray[np.generic]]:
    """Return an example of each of *tables*, in the form of ``corner_examples``."""
    examples = [example(table, rng, part) for table in tables]
    shown = np.stack([one.shown for one in examples])
    return {
        "levels": shown[:, 0].astype(np.float16),
        "across": shown[:, 1, 0],
        "down": shown[:, 2, :, 0],
        "seen": shown[:, 3] > 0,
        "off": np.stack([one.off for one in examples]).transpose(0, 3, 1, 2),
        "kinds": np.stack([one.kinds for one in examples]).astype(np.uint8),
    }


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """What the network is shown, and what it should say: off (rows, columns, 2) in cells, kinds (rows, columns)."""

    shown: Floats
    off: Floats
    kinds: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Astray:
    """A smooth way in which a board is taken for one that lies elsewhere: x → x + shift + turn x + (tilt · x) x + bend.

    Places are in cells, x from the board's *middle*; they lie *height* cells above the board. The *bend* (2, 3) tells
    how far x, y are off by x², x y, y².
    """

    middle: Array
    shift: Array
    turn: Array
    tilt: Array
    bend: Array
    height: float

    @classmethod
    def draw(cls, rng: np.random.Generator, side: tuple[int, int]) -> Astray:
        """Return one that a board of *side* may be: often a stone's height too high, seldom far off."""
        much = 2 * rng.random() ** 2
        turn = np.eye(2) * rng.normal(0, 0.012 * much) + rng.normal(0, 0.006 * much, (2, 2))
        angle = rng.normal(0, 0.008 * much)
        shift = rng.normal(0, 0.06 * much, 2)
        if rng.random() < 0.2:
            shift = shift + rng.uniform(-0.35, 0.35, 2)
        return cls(
            middle=np.array(side) / 2,
            shift=shift,
            turn=turn + angle * np.array([[0, -1], [1, 0]]),
            tilt=rng.normal(0, 0.015 * much, 2) / max(side),
            bend=rng.normal(0, BEND, (2, 3)) / (max(side) / 2) ** 2 * float(rng.random() < BENT),
            height=float(rng.uniform(0, 0.5)) if rng.random() < 0.6 else 0.0,
        )

    def none(self, rng: np.random.Generator, side: tuple[int, int]) -> Astray:
        """Return a lattice that is no board: between its lines, of another pitch, turned, or beside it."""
        shift, turn = self.shift, self.turn
        match int(rng.integers(4)):
            case 0:
                shift = shift + rng.choice([-0.5, 0.5]) * np.array([1.0, float(rng.integers(-1, 2))])
            case 1:
                turn = turn + np.eye(2) * (float(rng.choice([1 / 3, 1 / 2, 2 / 3, 0.8, 0.9, 1.12, 1.25, 1.5, 2])) - 1)
            case 2:
                angle = np.radians(rng.uniform(10, 80))
                turn = turn + np.array([[np.cos(angle) - 1, -np.sin(angle)], [np.sin(angle), np.cos(angle) - 1]])
            case _:
                shift = shift + rng.uniform(1.5, np.add(side, 2)) * rng.choice([-1, 1], 2) + rng.uniform(-0.5, 0.5, 2)
        return Astray(self.middle, np.asarray(shift), np.asarray(turn), self.tilt, self.bend, self.height)

    def off(self, places: Array) -> Array:
        """Return by how much (N, 2) *places* (N, 2) are moved."""
        x = places - self.middle
        squares = np.column_stack([x[:, 0] ** 2, x[:, 0] * x[:, 1], x[:, 1] ** 2])
        return self.shift + x @ self.turn.T + (x @ self.tilt)[:, None] * x + squares @ self.bend.T

    def seen(self, corners: Array, eye: Array) -> Array:
        """Return the places (N, 2) that are taken for others where *eye* sees *corners* (N, 2) of the true board."""
        raised = corners + (eye[:2] - corners) * (self.height / eye[2])
        seen = raised
        for _ in range(5):
            seen = raised - self.off(seen)
        return seen


def example(table: Table, rng: np.random.Generator, part: tuple[int, int] | None = None) -> Example:
    """Return *table* laid flat astray, mirrored and turned at will, in other light.

    Of so large a *part* of its board, columns and rows, any is taken for all of it.
    """
    side, eye = table.side, table.eye
    astray, is_none = Astray.draw(rng, side), bool(rng.random() < NONE)
    if is_none:
        astray = astray.none(rng, side)
    low = rng.integers(-1, 2, 2).astype(np.float64) if rng.random() < 0.35 else np.zeros(2)
    if part is not None:
        low = rng.integers(0, np.subtract(side, part) + 1).astype(np.float64)
    taken_for = part or side
    doubt = 2 * rng.random()
    taken = eye + np.append(rng.normal(0, FOOT * doubt, 2) * eye[2], 0.0)
    taken[2] *= np.exp(rng.normal(0, FAR * doubt))
    shown = flat_view(
        table.grey,
        lambda places: table.px_of(places + astray.off(places), astray.height),
        taken_for,
        low,
        taken,
    )
    columns, rows = (count + 2 * MARGIN + 1 for count in taken_for)
    x, y = np.meshgrid(np.arange(columns) - MARGIN + low[0], np.arange(rows) - MARGIN + low[1])
    corners = np.column_stack([x.ravel(), y.ravel()])
    seen = astray.seen(corners, eye)
    on = np.all((corners > -0.5) & (corners < np.add(side, 0.5)), axis=1)
    rim = np.any((corners < 0.5) | (corners > np.subtract(side, 0.5)), axis=1)
    kinds = np.where(on, np.where(rim, 2, 3), 1) * (not is_none)
    off = (seen - corners) * (not is_none)
    return _mirrored(_in_other_light(shown, rng), off.reshape(rows, columns, 2), kinds.reshape(rows, columns), rng)


def _in_other_light(shown: Floats, rng: np.random.Generator) -> Floats:
    levels = shown[0]
    if rng.random() < 0.5:
        levels = levels + rng.normal(0, rng.uniform(0, 0.15), levels.shape) * shown[3]
    if rng.random() < 0.3:
        levels = np.asarray(cv2.GaussianBlur(levels, (0, 0), float(rng.uniform(0.3, 1.2))))
    if rng.random() < 0.1:
        levels = -levels
    levels = levels * np.exp(rng.normal(0, 0.15))
    return np.concatenate([levels[None], shown[1:]]).astype(np.float32)


def _mirrored(shown: Floats, off: Array, kinds: npt.NDArray[np.intp], rng: np.random.Generator) -> Example:
    if rng.random() < 0.5:
        shown, off, kinds = shown[:, :, ::-1] * _SIGNS[0], off[:, ::-1] * (-1, 1), kinds[:, ::-1]
    if rng.random() < 0.5:
        shown, off, kinds = shown[:, ::-1] * _SIGNS[1], off[::-1] * (1, -1), kinds[::-1]
    if kinds.shape[0] == kinds.shape[1] and rng.random() < 0.5:
        shown, off, kinds = shown.transpose(0, 2, 1)[[0, 2, 1, 3]], off.transpose(1, 0, 2)[..., ::-1], kinds.T
    return Example(
        np.ascontiguousarray(shown, dtype=np.float32),
        np.ascontiguousarray(off, dtype=np.float32),
        np.ascontiguousarray(kinds, dtype=np.int64),
    )


_SIGNS = np.array([[1, -1, 1, 1], [1, 1, -1, 1]], dtype=np.float32)[:, :, None, None]
"""How mirroring x, or y, changes the channels of ``flat_view``: what leans left then leans right."""
