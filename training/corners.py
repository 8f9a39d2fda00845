"""Where corners of cells lie: ``python -m training.corners FOLDER [--pictures N] [--minutes N]``.

Pretend tables of every game whose board is found by its lines are kept in FOLDER, half of them Tabik's. Each is laid
flat as if its board were taken to lie a little elsewhere, or as high as its stones; the network learns by how much each
corner is off. It also learns which corners are none, and which lie at a rim, for lattices that are none, and parts of
boards, are shown too.
"""

from __future__ import annotations

import importlib
import itertools
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.chessboard import working_picture
from calibration.corners import CELL_PX, KINDS, MARGIN, eye_over, flat_view, mean_cell_px, smaller
from calibration.network import Floats
from calibration.registration import Array, Registration, resized
from calibration.saddles import Grey
from simulator.draw import Tier, draw_scene
from simulator.grid_looks import draw_grid_style
from simulator.render import render
from training.convolutions import arguments, convolutions, learn, recipe_of, write
from training.course import Recipe
from training.pictures import draw_ruled
from training.surfaces import on_other_boards

LAYERS = (
    *((12, 5, 2, 1), (24, 3, 2, 1), (32, 3, 2, 1), (32, 3, 1, 1), (32, 3, 1, 1)),
    *((64, 3, 2, 1), (64, 3, 1, 1), (64, 3, 1, 1)),
)
"""Channels, kernel, stride, dilation of each convolution: the last ones see one place for each corner."""

LOOKED_AGAIN = (4, 6, 7)
"""Behind which of these it is looked ``Again``."""

OUTPUTS = 3 + len(KINDS)
"""Off in x and in y (cells), the logarithm of the mean absolute error (cells), the scores of ``KINDS``."""

TIERS: tuple[Tier, ...] = ("easy", "normal", "hard")
SIZE = (800, 600)
NONE = 0.15
"""Which part of what is shown is a lattice that is none."""
PARTS = 0.2
"""How often a part of a board is taken for all of it: only where it ends is its rim."""
FOOT, FAR = 0.06, 0.18
"""How badly the camera's place is known from a lattice astray: aside, in parts of its height; that, as logarithm."""
HELD = 20
"""One table of so many is held back."""
PROBE = (4, 5 * CELL_PX + 1, 6 * CELL_PX + 1)
"""Channels, rows and columns of what is shown to check that every engine says what was taught."""


def corner_net() -> nn.Sequential:
    """Return the network, (N, 4, rows, columns) of ``flat_view`` to (N, OUTPUTS, corners down, corners across)."""
    return convolutions(LAYERS, 4, OUTPUTS, again=LOOKED_AGAIN)


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


def draw_table(number: int) -> Table:
    """Return pretend table *number*."""
    rng = np.random.default_rng([202611, number])
    kit = draw_ruled(rng)
    style = "kit"
    while style == "kit" and rng.random() < 0.9:
        style = draw_grid_style(rng, kit)
    tier = TIERS[int(rng.integers(3))]
    scene = draw_scene(rng, tier=tier, kit=kit, style=style, size=SIZE)
    shown = render(on_other_boards(rng, scene))
    return Table.of(shown.image, shown.truth.registration)


def kept(folder: Path, number: int) -> Table:
    """Return pretend table *number*, from *folder* where it was drawn before."""
    path = folder / f"table-{number:05d}.pkl"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(pickle.dumps(draw_table(number)))
    table = pickle.loads(path.read_bytes())
    assert isinstance(table, Table)
    return table


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """What the network is shown, and what it should say: off (rows, columns, 2) in cells, kinds (rows, columns)."""

    shown: Floats
    off: Floats
    kinds: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Astray:
    """A smooth way in which a board is taken for one that lies elsewhere: x → x + shift + turn x + (tilt · x) x.

    Places are in cells, x from the board's *middle*; they lie *height* cells above the board.
    """

    middle: Array
    shift: Array
    turn: Array
    tilt: Array
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
        return Astray(self.middle, np.asarray(shift), np.asarray(turn), self.tilt, self.height)

    def off(self, places: Array) -> Array:
        """Return by how much (N, 2) *places* (N, 2) are moved."""
        x = places - self.middle
        return self.shift + x @ self.turn.T + (x @ self.tilt)[:, None] * x

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
"""What mirroring x, or y, does to the channels of ``flat_view``: what leans to the left leans to the right."""


def loss_of(said: Tensor, off: Tensor, kinds: Tensor) -> Tensor:
    """Return the loss of *said*.

    The errors are taken for Laplace's, whose scale is said too (Kendall and Gal, 2017).
    """
    on = (kinds >= 2).float()
    count = on.sum().clamp(min=1.0)
    error = (said[:, :2] - off).abs().sum(dim=1)
    spread = said[:, 2].clamp(-5.0, 1.5)
    laid = ((error * torch.exp(-spread) + 2 * spread) * on).sum() / count
    return laid + functional.cross_entropy(said[:, 3:], kinds)


def batch_of(examples: list[Example]) -> tuple[Tensor, Tensor, Tensor]:
    """Return what is shown, by how much corners are off (N, 2, rows, columns), and their kinds."""
    shown, off, kinds = (
        torch.from_numpy(np.stack([getattr(one, name) for one in examples])) for name in ("shown", "off", "kinds")
    )
    return shown, off.permute(0, 3, 1, 2), kinds


def batches(tables: list[Table], recipe: Recipe, epoch: int) -> Iterator[tuple[Tensor, Tensor, Tensor]]:
    """Yield lessons, batch by batch, each of boards, or of parts, of one size."""
    rng = np.random.default_rng([recipe.seed, epoch])
    while True:
        side = tables[int(rng.integers(len(tables)))].side
        alike = [table for table in tables if table.side == side]
        part = (int(rng.integers(3, side[0] + 1)), int(rng.integers(3, side[1] + 1))) if rng.random() < PARTS else None
        yield batch_of([example(alike[int(rng.integers(len(alike)))], rng, part) for _ in range(recipe.batch)])


def report(net: nn.Sequential, tables: list[Table]) -> dict[str, float]:
    """Return the median absolute error on *tables*, in cells."""
    rng = np.random.default_rng(5)
    errors = []
    with torch.no_grad():
        for table in tables:
            shown, off, kinds = batch_of([example(table, rng)])
            errors += (net.eval()(shown)[:, :2] - off).abs().sum(dim=1)[kinds >= 2].div(2).tolist()
    return {"error_cells": float(np.median(errors))}


def main() -> None:
    asked = arguments(__doc__, pictures=1200, minutes=40)
    tables = [kept(asked.folder, number) for number in range(asked.pictures)]
    held = tables[HELD - 1 :: HELD]
    taught = [table for number, table in enumerate(tables) if number % HELD != HELD - 1]
    net = corner_net().to(memory_format=torch.channels_last)
    recipe = recipe_of(asked, batch=12)

    def losses(epoch: int) -> Iterator[Tensor]:
        for shown, off, kinds in batches(taught, recipe, epoch):
            with recipe.precision():
                said = net(shown.to(memory_format=torch.channels_last))
            yield loss_of(said.float(), off, kinds)

    some = (shown for shown, _, _ in itertools.islice(batches(taught, recipe, 0), 8))
    learned = learn(net, asked, recipe, losses, lambda: report(net, held), some)
    write(net, "corners", asked.out, PROBE, {"held": len(held)} | learned)


if __name__ == "__main__":
    importlib.import_module("training.corners").main()  # so that tables are kept under the module's own name
