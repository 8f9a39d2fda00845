"""Locates the corners of a board's cells with a network, even under stones.

Stones hide the lines beside them, and the gaps between their tops look like lines above the board. The height of
stones shows in their sides, their shadows and the bare cells. The network sees the board rectified at its assumed
place, with the direction in which objects lean there. For each corner it returns the offset and its certainty. It
is trained by ``training.boards``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.network import Floats, shipped
from calibration.pose import ANY_LENS, PROCESSED, CameraPrior, fit_pose
from calibration.registration import Array, Camera, Registration
from calibration.scaling import Grey, scaled

CELL_PX = 16
"""Size of a cell in the rectified picture."""

MARGIN = 2
"""Cells around the board that are rectified with it."""

FINEST = 1.3
"""Most picture pixels per rectified pixel; a finer picture is first reduced to that."""

LEAST = 0.03
"""Least mean absolute error assumed for a corner, in cells."""

TOGETHER = 2.0
"""Factor on the standard deviation, because errors are correlated across a board."""

KINDS = ("none", "outside", "outermost", "inside")
"""Classes of a lattice corner: not on a board, beside the board, on its rim, inside it."""

TURNS, TURNS_FROM_AFAR = 2, 8
"""Most fits for a board nearly in place, and for one half a cell off; each gives the network a better view."""

HOPELESS = -1.9
"""Boards whose first likeness is below this are not fitted: it excludes 1 true proposal in 168, and most others."""

LOUDEST = 0.5
"""The most that one corner counts against a board, in nats."""

LESS_ALIKE = 0.3
"""A fit is rejected if it lowers the likeness by more than this."""

STILL = 0.01
"""Movement of the board's corners, in cells, below which the fit has converged."""

_EVERY = 8
"""Spacing of exactly projected pixels; the others are interpolated."""

PxOf = Callable[[Array], Array]
"""Maps places (N, 2) on a board, in cells, to px."""


@dataclass(frozen=True, slots=True, eq=False)
class Corners:
    """N corners of cells: their places on the board (N, 2) in mm, where they are seen (N, 2) in px, how exactly (N,).

    ``sd_px`` is so large that the corners may be taken for independent, which they are not. ``likeness`` tells how
    surely the network takes them for those of a board and of nothing larger, in nats, 0 at most: the logarithms of
    what it gives to corners at the rim for lying there, to others for lying within or outside, each in the mean.
    ``agreement`` is the same with no corner below -``LOUDEST``: on a board a hand, a burnt-out spot or a tile that lies
    askew spoils some corners, where there is no board all are in doubt.
    """

    board_mm: Array
    seen_px: Array
    sd_px: Array
    likeness: float
    agreement: float


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """A board laid on the ``corners`` of its cells, in px of the picture."""

    place: Registration
    corners: Corners


def flat_view(grey: Grey, px_of: PxOf, side: tuple[int, int], low: Array, eye: Array) -> Floats:
    """Return what the network is shown, (4, rows, columns): the board laid flat, how things lean, what is seen.

    Args:
        side: how many columns and rows the board has.
        low: the corner of a cell that comes to lie ``MARGIN`` cells inside, in cells.
        eye: where the camera is (x, y, height above the board), in cells.
    """
    across, down = (CELL_PX * (count + 2 * MARGIN) + 1 for count in side)
    levels, seen = seen_flat(grey, px_of, low - MARGIN, np.full(2, CELL_PX), (across, down))
    some = levels[seen] if np.any(seen) else levels
    levels = np.where(seen, (levels - np.median(some)) / (some.std() + 4.0), 0.0)
    lean = [((np.arange(seen.shape[1 - k]) / CELL_PX - MARGIN + low[k]) - eye[k]) / eye[2] for k in (0, 1)]
    leans = np.broadcast_to(lean[0], seen.shape), np.broadcast_to(lean[1][:, None], seen.shape)
    return np.stack([levels, *leans, seen]).astype(np.float32)


def seen_flat(
    grey: Grey, px_of: PxOf, low: Array, per_cell: npt.NDArray[np.intp], size: tuple[int, int]
) -> tuple[Grey, npt.NDArray[np.bool_]]:
    """Return a board laid flat, of *size* (columns, rows) in samples, and which of these are in the picture.

    The first sample shows the place *low* on the board (x, y), in cells, and there are this many *per_cell*, (x, y).
    """
    steps = [np.arange(0, size[k] + _EVERY - 1, _EVERY) / per_cell[k] + low[k] for k in (0, 1)]
    x, y = np.meshgrid(*steps)
    coarse = px_of(np.column_stack([x.ravel(), y.ravel()])).reshape(*x.shape, 2).astype(np.float32)
    grow = np.array([[_EVERY, 0.0, 0.0], [0.0, _EVERY, 0.0]])
    px = cv2.warpAffine(coarse, grow, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    height, width = grey.shape
    seen = np.all((px >= 0) & (px <= (width - 1, height - 1)), axis=2)
    return np.asarray(cv2.remap(grey, px[..., 0], px[..., 1], cv2.INTER_LINEAR)), seen


def eye_over(place: Registration) -> Array:
    """Return where the camera is over the board at *place*: x, y and height above the board, in cells."""
    return np.asarray(place.eye_mm * (1, 1, -1) / place.plan.pitch_mm)


def mean_cell_px(place: Registration) -> float:
    """Return how long a cell of the board at *place* is in px, by the mean of the board's sides."""
    outer = place.px_from_board(place.plan.corners_mm)
    sides = np.linalg.norm(np.roll(outer, 1, axis=0) - outer, axis=1)
    return float(sides.mean()) / max(place.plan.columns, place.plan.rows)


def smaller(grey: Grey, cell_px: float) -> tuple[Grey, float]:
    """Return *grey*, whose cells are about so large, no finer than it is laid flat; and by what it was multiplied."""
    scale = min(1.0, FINEST * CELL_PX / cell_px)
    return scaled(grey, scale), scale


def laid_on_corners(
    grey: Grey,
    near: Registration,
    *,
    camera: Camera | None = None,
    priors: Sequence[CameraPrior] = (ANY_LENS, PROCESSED),
    turns: int = TURNS,
) -> Laid | None:
    """Return *near*, in px of *grey*, laid on the corners of its cells; None where nothing can be laid.

    That is where the board is seen from below, its cells would be dots or larger than the picture, or what is seen
    there is nothing like a board.

    Args:
        near: where the board is to a few tenths of a cell, or a lattice as high above it as its stones.
        camera: what is known of the camera; if it is in no doubt, only the pose is fitted.
        priors: the kinds of camera that may have taken the picture.
    """
    if not can_be_laid(grey, near):
        return None
    corners = corners_seen(grey, near)
    if corners.likeness < HOPELESS:
        return None
    size, pose = (grey.shape[1], grey.shape[0]), None
    for _ in range(turns):
        pose = fit_pose(
            corners.board_mm, corners.seen_px, size, camera=camera, start=pose, priors=priors, noise_px=corners.sd_px
        )
        if pose is None:
            break
        nearer = replace(near, camera=pose.camera, R=pose.R, t=pose.t, error_px=pose.error_px)
        if not can_be_laid(grey, nearer):
            break
        seen = corners_seen(grey, nearer)
        if seen.likeness < corners.likeness - LESS_ALIKE:
            break
        moved_px = float(np.linalg.norm(near.corners_px - nearer.corners_px, axis=1).max())
        near, corners = nearer, seen
        if moved_px < STILL * mean_cell_px(near):
            break
    return Laid(near, corners)


def can_be_laid(grey: Grey, near: Registration) -> bool:
    """Return whether *near*, in px of *grey*, is seen from above, its cells neither dots nor larger than that."""
    return bool(near.eye_mm[2] < 0) and 2.0 < mean_cell_px(near) < max(grey.shape)


def corners_seen(grey: Grey, near: Registration, *, all_round: bool = False) -> Corners:
    """Return where the network sees the corners of *near*'s cells, in px of *grey*.

    Args:
        all_round: whether it is shown the board all four ways round: what it says is nearer the truth in the mean.
    """
    plan = near.plan
    side, pitch = (plan.columns, plan.rows), plan.pitch_mm
    cell_px = mean_cell_px(near)
    small, scale = smaller(grey, cell_px)

    def px_of(places: Array) -> Array:
        return (near.px_from_board(places * pitch) + 0.5) * scale - 0.5

    view = flat_view(small, px_of, side, np.zeros(2), eye_over(near))
    said = np.mean([_said(view, quarters) for quarters in range(4 if all_round else 1)], axis=0)
    likeness, agreement = (_likeness(said[3:], least) for least in (-np.inf, -LOUDEST))
    said = said[:, MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(len(said), -1)
    x, y = np.meshgrid(np.arange(side[0] + 1.0), np.arange(side[1] + 1.0))
    belong = np.column_stack([x.ravel(), y.ravel()])
    spread = np.hypot(LEAST, np.exp(said[2]))
    seen = near.px_from_board((belong + said[:2].T) * pitch)
    return Corners(belong * pitch, seen, TOGETHER * spread * cell_px, likeness, agreement)


def _said(view: Floats, quarters: int = 0) -> Array:
    """Return the network's output for each corner of *view*, shown to it turned by *quarters* and turned back."""
    said = shipped("corners")(_turned(view, quarters, 1)[None])[0]
    return _turned(said, -quarters, 0).astype(np.float64)


def _turned(maps: Floats, quarters: int, arrows: int) -> Floats:
    """Return *maps* (N, rows, columns) turned by *quarters*; maps *arrows* and *arrows* + 1 are arrows' x and y."""
    turned = np.rot90(maps, quarters, axes=(1, 2)).copy()
    along = (turned[arrows] + 1j * turned[arrows + 1]) * (-1j) ** quarters
    turned[arrows : arrows + 2] = along.real, along.imag
    return turned


def _likeness(scores: Array, least: float) -> float:
    """Return how well *scores* (kinds, rows, columns) match a board's corners and margin, none less than *least*."""
    from scipy.special import log_softmax  # 0.2 s, which boards with tags need not wait for

    shares = np.maximum(log_softmax(scores, axis=0), least)
    kinds = np.full(scores.shape[1:], KINDS.index("outside"))
    kinds[MARGIN:-MARGIN, MARGIN:-MARGIN] = KINDS.index("outermost")
    kinds[MARGIN + 1 : -MARGIN - 1, MARGIN + 1 : -MARGIN - 1] = KINDS.index("inside")
    return float(sum(shares[kind][kinds == kind].mean() for kind in range(1, len(KINDS)) if (kinds == kind).any()))
