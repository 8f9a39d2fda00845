"""Where boards lie in a picture: ``python -m training.outline FOLDER [--pictures N] [--minutes N]``.

Small pictures of pretend tables of all games are kept in FOLDER. The network is shown parts of them, turned,
tilted, mirrored and in other colours; it learns which places are on a board and where the corners are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor, nn
from torch.nn import functional

from calibration.network import Floats
from calibration.outline import SHOWN_PX, STRIDE, shown, softened
from calibration.registration import Array
from kits import ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from simulator.render import render
from training.convolutions import arguments, convolutions, learn, recipe_of, write
from training.course import Recipe
from training.pictures import draw_tabik, draw_training_scene

LAYERS = ((12, 5, 2, 1), (24, 3, 2, 1), (40, 3, 2, 1), *((40, 3, 1, dilation) for dilation in (1, 2, 4, 8, 2, 1)))
"""Channels, kernel, stride, dilation of each convolution: the last ones see most of the picture."""

LOOKED_AGAIN = (4, 6, 8)
"""Behind which of these it is looked ``Again``."""

OUTPUTS = 4
"""On a board, a corner near (scores); where that is (x, y), in places."""

DRAWN = (512, 384)
LENSES = ((SHOWN_PX, 240), (SHOWN_PX, 240), (240, SHOWN_PX), (SHOWN_PX, SHOWN_PX))
"""Sizes of what is shown."""
PER_FILE = 50
HELD = 20
"""One file of so many is held back."""
PROBE = (3, 12 * STRIDE, 16 * STRIDE)
"""Channels, rows and columns of what is shown to check that every engine says what was taught."""
REACHED_OVER = 0.25
"""How often an arm is drawn over the board, besides those of the pretend tables: what it hides is to be told too."""
REACH = 1.5
"""How near a corner is, in places, where it is told how far off it lies."""
WIDTH = 0.8
"""How wide a corner's mark is, in places: a standard deviation."""


def outline_net() -> nn.Sequential:
    """Return the network, (N, 3, rows, columns) to (N, OUTPUTS, rows / STRIDE, columns / STRIDE)."""
    return convolutions(LAYERS, 3, OUTPUTS, again=LOOKED_AGAIN).to(memory_format=torch.channels_last)


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """N small pictures (N, rows, columns, 3) and the outlines of their boards (N, 4 * M, 2) in px."""

    pictures: npt.NDArray[np.uint8]
    outlines: Floats

    def __len__(self) -> int:
        return len(self.pictures)


def draw_kit(rng: np.random.Generator) -> Kit:
    """Return one of the sets of boards and pieces."""
    match int(rng.integers(10)):
        case 0 | 1 | 2:
            return draw_tabik(rng)
        case 3 | 4:
            return ting.KIT
        case 5:
            return tingle.KIT
        case 6:
            return tingle.WITH_PYRAMIDS
        case 7:
            return tinker_tactics.kit(players=2)
        case _:
            return tink.KIT


def draw_tables(number: int) -> Tables:
    """Return file *number* of pretend tables."""
    rng = np.random.default_rng([202612, number])
    pictures, outlines = [], []
    for _ in range(PER_FILE):
        seen = render(draw_training_scene(rng, draw_kit(rng), size=DRAWN))
        place = seen.truth.registration
        corners = np.asarray(place.plan.corners_mm)
        along = np.linspace(0, 1, 8, endpoint=False)[:, None]
        around = [a + along * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
        pictures.append(seen.image)
        outlines.append(place.px_from_board(np.concatenate(around)))
    return Tables(np.stack(pictures), np.stack(outlines).astype(np.float32))


def kept(folder: Path, number: int) -> Tables:
    """Return file *number*, from *folder* where it was drawn before."""
    path = folder / f"tables-{number:04d}.npz"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        drawn = draw_tables(number)
        np.savez(path, pictures=drawn.pictures, outlines=drawn.outlines)
        return drawn
    with np.load(path) as file:
        return Tables(file["pictures"], file["outlines"])


def example(
    picture: npt.NDArray[np.uint8], outline: Array, size: tuple[int, int], rng: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return what is shown (3, rows, columns) of a random part of *picture* and what is to be said of it (5, …).

    That is: on a board, a corner near, where (x, y), and whether that is asked.
    """
    warp, scale = _draw_warp(outline, size, rng)
    beyond = cv2.BORDER_CONSTANT if rng.random() < 0.6 else cv2.BORDER_REPLICATE
    level = rng.integers(0, 256, 3).tolist()
    small = cv2.warpPerspective(
        softened(picture, scale), warp, size, flags=cv2.INTER_LINEAR, borderMode=beyond, borderValue=level
    )
    around = cv2.perspectiveTransform(outline[None].astype(np.float64), warp)[0]
    small = _reached_over(np.asarray(small, dtype=np.uint8), around, rng)
    levels = shown(_in_other_light(small, rng))[0]
    return levels, _told(around, size)


def _draw_warp(outline: Array, size: tuple[int, int], rng: np.random.Generator) -> tuple[Array, float]:
    """Return a random map (3, 3) of px that keeps most of the board in view, and its scale."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    middle = (low + high) / 2
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.12) + np.pi / 2 * rng.integers(4)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    turn = turn @ (np.eye(2) + rng.normal(0, 0.06, (2, 2)))
    if rng.random() < 0.5:
        turn[:, 0] *= -1
    turned = (outline - middle) @ turn.T
    reach = turned.max(axis=0) - turned.min(axis=0)
    fills = np.exp(rng.uniform(np.log(0.3), np.log(0.95)))
    scale = fills * float((np.array(size) / reach).min())
    room = np.maximum(np.array(size) - scale * reach, 0.15 * np.array(size))
    shift = np.array(size) / 2 + rng.uniform(-0.5, 0.5, 2) * room
    map_ = np.eye(3)
    map_[:2, :2] = scale * turn
    map_[:2, 2] = shift - scale * turn @ middle
    tilt = np.eye(3)
    tilt[2, :2] = rng.normal(0, 0.12, 2) / np.array(size)
    centre = np.eye(3)
    centre[:2, 2] = -np.array(size) / 2
    return np.asarray(np.linalg.inv(centre) @ tilt @ centre @ map_), scale


def _reached_over(picture: npt.NDArray[np.uint8], around: Array, rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Return *picture* with an arm from its border to somewhere on the board (*around*, (N, 2) px), now and then."""
    if rng.random() >= REACHED_OVER:
        return picture
    size = np.array(picture.shape[1::-1])
    weight = rng.dirichlet(np.ones(4))
    hand = weight @ around[:: len(around) // 4]
    away = rng.normal(0, 1, 2)
    elbow = hand + away / np.linalg.norm(away) * size.max()
    wide = int(size.max() * rng.uniform(0.04, 0.2))
    colour = rng.integers(0, 256, 3).tolist()
    ends = [tuple(np.round(end).astype(int).tolist()) for end in (hand, elbow)]
    return np.asarray(cv2.line(picture.copy(), ends[0], ends[1], colour, wide, cv2.LINE_AA), dtype=np.uint8)


def _in_other_light(picture: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    levels = picture.astype(np.float32) / 255
    if rng.random() < 0.2:
        levels = levels[..., rng.permutation(3)]
    if rng.random() < 0.15:
        levels = np.repeat(levels.mean(axis=2, keepdims=True), 3, axis=2)
    if rng.random() < 0.05:
        levels = 1 - levels
    levels = levels ** np.exp(rng.normal(0, 0.25)) * np.exp(rng.normal(0, 0.1, 3)).astype(np.float32)
    if rng.random() < 0.3:
        levels = cv2.GaussianBlur(levels, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.4:
        levels = levels + rng.normal(0, rng.uniform(0, 0.06), levels.shape)
    return np.asarray((255 * levels).clip(0, 255), dtype=np.uint8)


def _told(around: Array, size: tuple[int, int]) -> Floats:
    """Return what is to be said (5, rows, columns) where the outline is seen at *around* (4 * M, 2) px."""
    columns, rows = size[0] // STRIDE, size[1] // STRIDE
    fine = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(fine, [np.round(around * 16).astype(np.int32)], 1, shift=4)
    on = cv2.resize(fine.astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
    corners = (around[:: len(around) // 4] + 0.5) / STRIDE - 0.5
    x, y = np.meshgrid(np.arange(columns, dtype=np.float64), np.arange(rows, dtype=np.float64))
    off = corners[:, :, None, None] - np.stack([x, y])
    far = np.linalg.norm(off, axis=1)
    nearest = np.take_along_axis(off, far.argmin(axis=0)[None, None], axis=0)[0]
    least = far.min(axis=0)
    return np.stack([on, np.exp(-0.5 * (least / WIDTH) ** 2), *nearest, least < REACH]).astype(np.float32)


def loss_of(said: Tensor, told: Tensor) -> Tensor:
    """Return the loss of *said* (N, 4, …): how wrong it is of boards, of corners (quality focal loss), of where."""
    on = functional.binary_cross_entropy_with_logits(said[:, 0], told[:, 0])
    corner = functional.binary_cross_entropy_with_logits(said[:, 1], told[:, 1], reduction="none")
    weight = (said[:, 1].sigmoid() - told[:, 1]).square().detach()
    asked = told[:, 4]
    off = ((said[:, 2:] - told[:, 2:4]).abs().sum(dim=1) * asked).sum() / asked.sum().clamp(min=1)
    return on + 10 * (weight * corner).mean() * said.shape[2] * said.shape[3] / 400 + 0.3 * off


def batches(files: list[Tables], recipe: Recipe, epoch: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Yield what is shown and what is to be said, batch by batch, each of its own size."""
    rng = np.random.default_rng([recipe.seed, epoch])
    while True:
        size = LENSES[int(rng.integers(len(LENSES)))]
        some = []
        for _ in range(recipe.batch):
            tables = files[int(rng.integers(len(files)))]
            which = int(rng.integers(len(tables)))
            some.append(example(tables.pictures[which], tables.outlines[which], size, rng))
        yield torch.from_numpy(np.stack([one for one, _ in some])), torch.from_numpy(np.stack([two for _, two in some]))


def report(net: nn.Module, files: list[Tables]) -> dict[str, float]:
    """Return, of what was held back, the loss and the mean distance of what is said of corners, in places."""
    recipe, losses, offs = Recipe(batch=20, seed=5), [], []
    with torch.no_grad():
        for levels, told in itertools.islice(batches(files, recipe, 0), 10):
            said = net(levels)
            losses.append(float(loss_of(said, told)))
            offs += (said[:, 2:] - told[:, 2:4]).norm(dim=1)[told[:, 1] > 0.7].tolist()
    return {"loss": float(np.mean(losses)), "off": float(np.mean(offs))}


def main() -> None:
    asked = arguments(__doc__, pictures=2000, minutes=40)
    files = [kept(asked.folder, number) for number in range(asked.pictures // PER_FILE)]
    held = files[HELD - 1 :: HELD]
    taught = [tables for number, tables in enumerate(files) if number % HELD != HELD - 1]
    net = outline_net()
    recipe = recipe_of(asked, batch=16)

    def losses(epoch: int) -> Iterator[Tensor]:
        for levels, told in batches(taught, recipe, epoch):
            with recipe.precision():
                said = net(levels.to(memory_format=torch.channels_last))
            yield loss_of(said.float(), told)

    some = (levels for levels, _ in itertools.islice(batches(taught, recipe, 0), 8))
    learned = learn(net, asked, recipe, losses, lambda: report(net, held), some)
    write(net, "outline", asked.out, PROBE, {"held": PER_FILE * len(held)} | learned)


if __name__ == "__main__":
    main()
