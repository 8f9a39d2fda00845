"""What the network of outlines learns from: parts of pretend tables, turned, tilted, mirrored and in other colours.

It learns which places are on a board and where the board's corners are.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from calibration.outline import SHOWN_PX, STRIDE, softened
from calibration.registration import Array
from kits.kit import Kit
from simulator.render import render
from simulator.scene import Picture
from training.data import Examples
from training.pictures import draw_any, draw_board_scene, draw_printed_scene

DRAWN = (512, 384)
SHOWN = (*[(SHOWN_PX, 240)] * 4, (240, SHOWN_PX), *[(SHOWN_PX, SHOWN_PX)] * 3)
"""Sizes at which every picture is shown to the network."""
REACHED_OVER = 0.25
"""How often an arm is drawn over the board, besides the simulator's: the network must find what it hides too."""
_ALONG = 8
"""Points along each side of an outline, because a lens bends it."""


def outline_examples(seed: int, number: int, pictures: int, *, printed: float = 0.0) -> Examples:
    """Return parts of this many *pictures*, the same for the same *seed* and *number*, a share of them *printed* kits.

    A group has one of each picture: the ``picture`` (N, rows, columns, 3), which share of a place is ``on`` the board
    (N, rows / STRIDE, columns / STRIDE) in 255ths, and its ``corners`` (N, 4, 2) in places.
    """
    rng = np.random.default_rng([seed, number])
    seen = [_seen(rng, draw_any(rng), printed) for _ in range(pictures)]
    groups = []
    for size in SHOWN:
        parts = [example(picture.image, outline_of(picture), size, rng) for picture in seen]
        picture, on, corners = (np.stack(arrays) for arrays in zip(*parts, strict=True))
        groups.append({"picture": picture, "on": on, "corners": corners})
    return Examples(tuple(groups))


def _seen(rng: np.random.Generator, kit: Kit, printed: float) -> Picture:
    if rng.random() < printed and kit.markers:
        return render(draw_printed_scene(rng, kit, DRAWN))
    return render(draw_board_scene(rng, kit, DRAWN))


def outline_of(picture: Picture) -> Array:
    """Return the outline of the board in *picture*, (4 * M, 2) px, from one corner."""
    place = picture.truth.registration
    corners = np.asarray(place.plan.corners_mm)
    along = np.linspace(0, 1, _ALONG, endpoint=False)[:, None]
    around = [a + along * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    return place.px_from_board(np.concatenate(around))


def example(
    picture: npt.NDArray[np.uint8], outline: Array, size: tuple[int, int], rng: np.random.Generator
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8], npt.NDArray[np.float32]]:
    """Return a random part of *picture*, what of it is on the board, and where the board's corners are.

    The part (rows, columns, 3) is of *size* (width, height). Each place knows what is on the board, in 255ths;
    corners (4, 2) are in places.
    """
    warp, scale = _draw_warp(outline, size, rng)
    beyond = cv2.BORDER_CONSTANT if rng.random() < 0.6 else cv2.BORDER_REPLICATE
    level = rng.integers(0, 256, 3).tolist()
    small = cv2.warpPerspective(
        softened(picture, scale), warp, size, flags=cv2.INTER_LINEAR, borderMode=beyond, borderValue=level
    )
    around = cv2.perspectiveTransform(outline[None].astype(np.float64), warp)[0]
    small = _reached_over(np.asarray(small, dtype=np.uint8), around, rng)
    fine = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillPoly(fine, [np.round(around * 16).astype(np.int32)], 255, shift=4)
    on = cv2.resize(fine, (size[0] // STRIDE, size[1] // STRIDE), interpolation=cv2.INTER_AREA)
    corners = (around[:: len(around) // 4] + 0.5) / STRIDE - 0.5
    return _in_other_light(small, rng), np.asarray(on, dtype=np.uint8), corners.astype(np.float32)


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
    """Return *picture*, now and then with an arm from its border to somewhere on the board (*around*, (N, 2) px)."""
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
