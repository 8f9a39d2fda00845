"""Is the table still, and are the hands away? Two cheap looks, before anything is read.

``Motion`` compares small pictures and costs a millisecond or two: it tells when reading is
worth while. ``compare`` looks straight down on the board in two frames that may lie minutes
apart: which cells have changed since, and which lie under something
that reaches in from outside, such as an arm.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from calibration.places import Place
from calibration.registration import Registration
from kits.kit import Plan

Image = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]
View = tuple[Image, ...]
"""The boards of a table, each seen from straight above."""

CELL_PX = 16
"""Pixels per cell in a view from above."""
MARGIN_CELLS = 1.5
"""Width of the table around the board in a view from above, in cells."""
FAINT_SHARE = 0.04
"""A cell that has changed only faintly counts as changed by no more than this share."""
_SMALL_PX = 160
"""Width of the small pictures in which motion is looked for."""
_LEVEL, FAINT_LEVEL = 26.0, 12.0
"""Grey values by which a pixel must differ, light and noise apart, to have changed, and to have faintly."""
_MOVES = 0.0006
"""The table moves when more than this share of the pixels of a small picture has changed."""
_ARM_CELLS, _OBJECT_CELLS = 1.5, 5.0
"""A connected change is something foreign if it covers so much of a board: reaching in over the edge, and anywhere."""
_REACH_PX = 7
"""Farthest that a board is looked for from where it was, in px of a view from above."""
_PLAIN = 1000.0
"""A small picture whose squared slopes add up to less has nothing in it that could be seen to slide."""
_FITS = 4
"""Rounds of fitting how a picture has slid; each gives less weight to what did not slide with the rest."""
_FLICKER = 0.12
"""A band that differs in brightness from the rest by more than this share does not come from a lamp's flicker."""
_NOISES = 5.0
"""Differences of fewer standard deviations than this are noise."""
_OUTSIDE = 0.5
"""What reaches in has more than this share of its area on the board out in the margin; a piece at the rim has less."""


@dataclass(frozen=True, slots=True, eq=False)
class Motion:
    """For how long nothing has moved, and what it looked like when it came to rest.

    Later frames are compared with that one and not with each other: what goes slowly has moved, too.
    """

    small: Floats
    t: float
    still_since: float

    def still_s(self) -> float:
        """Return for how many seconds nothing has moved."""
        return self.t - self.still_since


def observe(
    before: Motion | None,
    image: Image,
    t: float,
    *,
    window: tuple[int, int, int, int] | None = None,
) -> Motion:
    """Return what *image* at *t* seconds adds to *before*; *window* (x0, y0, x1, y1) in px is the part that matters."""
    small = _small(image, window)
    if before is None or before.small.shape != small.shape:
        return Motion(small, t, t)
    moves = float(np.mean(_differs(small, before.small))) > _MOVES
    return Motion(small, t, t) if moves else Motion(before.small, t, before.still_since)


def moving(before: Image, image: Image) -> npt.NDArray[np.bool_]:
    """Return a small mask, some 160 px wide, of where *image* differs from the one *before*."""
    return _differs(_small(image, None), _small(before, None))


def _differs(one: Floats, other: Floats) -> npt.NDArray[np.bool_]:
    """Return where two pictures differ, but for light, noise and trembling, which moves edges by less than a pixel."""
    difference = one - other
    difference -= np.median(difference)
    seen = np.asarray(np.abs(difference) > FAINT_LEVEL)
    if not seen.any():  # as in most frames; what follows only takes away from this
        return seen
    around = np.ones((3, 3), np.uint8)
    edges = cv2.dilate(other, around) - cv2.erode(other, around)
    unlike = np.minimum(np.abs(difference), np.abs(one - _lit_as(one, other)))
    level = max(FAINT_LEVEL, _NOISES * _noise(difference))
    slid_px = _slid_px(difference, other, level)
    return np.asarray(unlike > level + np.where(slid_px > 1, 0, slid_px) * edges)


def _lit_as(picture: Floats, other: Floats) -> Floats:
    """Return *other* in the light of *picture*, as a whole and in the bands of a lamp that flickers with the mains."""
    ratios = (picture + 8) / (other + 8)
    light = np.full_like(ratios, np.median(ratios))
    for axis in (1, 0):
        bands = np.median(ratios / light, axis=axis, keepdims=True)
        light *= np.clip(bands, 1 - _FLICKER, 1 + _FLICKER)
    return np.asarray((other + 8) * light - 8, dtype=np.float32)


def _noise(difference: Floats) -> float:
    """Return the noise in *difference* (standard deviation): what neighbouring pixels do not share, in the median."""
    rough = difference - cv2.blur(difference, (3, 3))
    return float(np.median(np.abs(rough)) / (0.6745 * np.sqrt(8 / 9)))


def _slid_px(difference: Floats, picture: Floats, level: float) -> Floats:
    """Return how far each pixel of *picture* has slid, if all of *difference* comes from its sliding and turning.

    The shift, turn and zoom are those that fit best, to first order. What differs from them by more than *level*,
    such as a hand, hardly counts.
    """
    rows, columns = picture.shape[0] // 2, picture.shape[1] // 2
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    v, u = (y - rows) / columns, (x - columns) / columns
    down, right = np.gradient(picture)
    ways = np.stack([right, down, down * u - right * v, right * u + down * v]).reshape(4, -1)
    slid, rest = np.zeros(4), difference.ravel()
    for _ in range(_FITS):
        counted = ways / (1 + (rest / level) ** 2) ** 2
        slid = np.linalg.solve(counted @ ways.T + _PLAIN * np.eye(4), counted @ difference.ravel())
        rest = difference.ravel() - slid @ ways
    right_px, down_px = slid[0] - slid[2] * v + slid[3] * u, slid[1] + slid[2] * u + slid[3] * v
    return np.asarray(np.hypot(right_px, down_px), dtype=np.float32)


def _small(image: Image, window: tuple[int, int, int, int] | None) -> Floats:
    """Return the part of *image* in *window*: grey, small, and too soft for thin lines to jump between pixels."""
    x0, y0, x1, y1 = window or (0, 0, image.shape[1], image.shape[0])
    part = image[max(y0, 0) : y1, max(x0, 0) : x1]
    grey = cv2.cvtColor(np.ascontiguousarray(part), cv2.COLOR_BGR2GRAY)
    width = max(2, min(_SMALL_PX, part.shape[1] // 2))
    height = max(2, round(width * part.shape[0] / part.shape[1]))
    twice = cv2.resize(grey, (2 * width, 2 * height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.pyrDown(twice), dtype=np.float32)


def window_around(place: Place, *, margin: float = 0.2) -> tuple[int, int, int, int]:
    """Return the box (x0, y0, x1, y1) in px of the board, or all boards, and *margin* of their size around."""
    corners = place.corners_px
    low, high = corners.min(axis=0), corners.max(axis=0)
    extra = margin * (high - low)
    width, height = place.camera.size
    x0, y0 = np.maximum(low - extra, 0)
    x1, y1 = np.minimum(high + extra, (width, height))
    return int(x0), int(y0), int(np.ceil(x1)), int(np.ceil(y1))


def look_down(image: Image, place: Place) -> View:
    """Return each board and its surroundings from straight above: ``CELL_PX`` per cell, a8 at the top left."""
    return tuple(from_above(image, board, CELL_PX, MARGIN_CELLS) for board in place.boards)


def from_above(image: Image, board: Registration, cell_px: int, margin_cells: float) -> Image:
    """Return *board* and a margin around it from straight above, a1 at the bottom left; the picture's edge goes on."""
    plan = board.plan
    columns, rows = plan.columns + 2 * margin_cells, plan.rows + 2 * margin_cells
    size = round(columns * cell_px), round(rows * cell_px)
    box_px = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], dtype=np.float64) - 0.5
    box_mm = ((box_px + 0.5) / cell_px - margin_cells) * plan.pitch_mm
    H = cv2.getPerspectiveTransform(box_px.astype(np.float32), board.px_from_board(box_mm).astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, H, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8)


@dataclass(frozen=True, slots=True)
class Difference:
    """The differences between two views of one board."""

    cells: Mapping[str, float]
    """Share of each cell's area that has changed. Faint changes, as by a dark piece on a dark cell or by a shadow,
    count for no more than ``FAINT_SHARE``."""
    covered: frozenset[str]
    """Cells under something large that was not there before."""
    reached: frozenset[str]
    """The covered cells that are under something reaching in over the edge of the view."""
    at_rim: frozenset[str]
    """Cells into which something reaches over the edge that is not mostly on the board, however small: fingertips."""
    board_share: float
    """Share of the whole board that has changed."""
    rim_share: float
    """Changed share of the rim and the table just outside it, on the side that has changed least."""
    shift_cells: float
    """How far the pattern as a whole has slid, in cells."""


def compare(before: View, now: View, place: Place) -> Difference:
    """Return how view *now* of the boards at *place* differs from view *before*, brightness and tint evened out."""
    parts = [_compared(one, two, board.plan) for one, two, board in zip(before, now, place.boards, strict=True)]
    return Difference(
        {cell: share for part in parts for cell, share in part.cells.items()},
        frozenset[str]().union(*(part.covered for part in parts)),
        frozenset[str]().union(*(part.reached for part in parts)),
        frozenset[str]().union(*(part.at_rim for part in parts)),
        float(np.mean([part.board_share for part in parts])),
        min(part.rim_share for part in parts),
        max(part.shift_cells for part in parts),
    )


def _compared(before: Image, now: Image, plan: Plan) -> Difference:
    changed, faintly = _changed(before, now)
    board = _board_part(changed, plan)
    covered, reached, at_rim = _under_foreign(changed, plan)
    faint_shares = np.minimum(_shares(_board_part(faintly, plan), plan), FAINT_SHARE)
    shares = np.maximum(_shares(board, plan), faint_shares)
    cells = {cell: float(shares[_place(plan, cell)]) for cell in plan.cells}
    return Difference(
        cells, covered, reached, at_rim, float(board.mean()), _rim_share(changed), _shift_cells(before, now, plan)
    )


def _changed(before: Image, now: Image) -> list[npt.NDArray[np.bool_]]:
    """Return the masks of the pixels that have changed, and of those that have faintly."""
    one, two = (cv2.GaussianBlur(view, (3, 3), 0).astype(np.float32) for view in (before, now))
    difference = np.abs(two - one * _gain((two + 8) / (one + 8))).max(axis=2)
    masks = [(difference > level).astype(np.uint8) for level in (_LEVEL, FAINT_LEVEL)]
    return [cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)).astype(bool) for mask in masks]


def _gain(ratios: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Return how the light has changed, per channel: the most frequent ratio, as hands may hide most of the board."""
    logs = np.log(np.clip(ratios, 0.55, 1.75)).reshape(-1, 3)
    edges = np.linspace(np.log(0.6), np.log(1.6), 50)
    counts = [np.convolve(np.histogram(channel, edges)[0], (1, 1, 1), "same") for channel in logs.T]
    peaks = (edges[:-1] + edges[1:])[np.argmax(counts, axis=1)] / 2
    near = np.abs(logs - peaks) < 1.5 * (edges[1] - edges[0])
    found = [channel[close].mean() if close.any() else 0.0 for channel, close in zip(logs.T, near.T, strict=True)]
    return np.exp(np.asarray(found, dtype=np.float64))


def _board_part(view: npt.NDArray[np.bool_], plan: Plan) -> npt.NDArray[np.bool_]:
    m = round(MARGIN_CELLS * CELL_PX)
    return view[m : m + plan.rows * CELL_PX, m : m + plan.columns * CELL_PX]


def _shares(board: npt.NDArray[np.bool_], plan: Plan) -> npt.NDArray[np.float64]:
    """Return the share of each cell's area that is set, by rows and columns."""
    return np.asarray(board.reshape(plan.rows, CELL_PX, plan.columns, CELL_PX).mean(axis=(1, 3)))


def _rim_share(view: npt.NDArray[np.bool_]) -> float:
    """Return the share of the margin of *view* that is set, on the side where that is smallest."""
    m = round(MARGIN_CELLS * CELL_PX)
    sides = (view[:m, m:-m], view[-m:, m:-m], view[m:-m, :m], view[m:-m, -m:])
    return min(float(side.mean()) for side in sides)


def _under_foreign(changed: npt.NDArray[np.bool_], plan: Plan) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """Return the cells under foreign things, those of them under things at the edge, and those reached into."""
    joined = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels = cv2.connectedComponents(joined)[:2]
    labels = np.asarray(labels).reshape(joined.shape)
    edge = set(np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])).tolist())
    covered: set[str] = set()
    reached: set[str] = set()
    at_rim: set[str] = set()
    for label in range(1, count):
        blob = labels == label
        board = _board_part(blob, plan)
        is_foreign = board.sum() / CELL_PX**2 > (_ARM_CELLS if label in edge else _OBJECT_CELLS)
        reaches_in = label in edge and blob.sum() - board.sum() > _OUTSIDE * board.sum()
        if not is_foreign and not reaches_in:
            continue
        shares = _shares(board, plan)
        under = {cell for cell in plan.cells if shares[_place(plan, cell)] > 0.1}
        covered |= under if is_foreign else set()
        reached |= under if is_foreign and label in edge else set()
        at_rim |= under if reaches_in else set()
    return frozenset(covered), frozenset(reached), frozenset(at_rim)


def _place(plan: Plan, cell: str) -> tuple[int, int]:
    """Return the row, from the top, and the column of *cell*."""
    x, y = plan.centre_mm(cell)
    return int(y // plan.pitch_mm), int(x // plan.pitch_mm)


def _shift_cells(before: Image, now: Image, plan: Plan) -> float:
    """Return how many cells the pattern has slid to where the middle of *before* fits *now* best; 0 if unsure."""
    m = round(MARGIN_CELLS * CELL_PX)
    box = np.s_[m : m + plan.rows * CELL_PX, m : m + plan.columns * CELL_PX]
    one, two = (cv2.cvtColor(view, cv2.COLOR_BGR2GRAY)[box] for view in (before, now))
    fit = cv2.matchTemplate(two, one[_REACH_PX:-_REACH_PX, _REACH_PX:-_REACH_PX], cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(fit)
    if best < 0.5 or best < float(fit[_REACH_PX, _REACH_PX]) + 0.02:
        return 0.0
    dx = x - _REACH_PX + _peak(fit[y, max(x - 1, 0) : x + 2])
    dy = y - _REACH_PX + _peak(fit[max(y - 1, 0) : y + 2, x])
    return float(np.hypot(dx, dy)) / CELL_PX


def _peak(three: npt.NDArray[np.generic] | cv2.Mat) -> float:
    """Return the offset from the middle one of *three* neighbouring values to the peak of a parabola through them."""
    if len(three) < 3:
        return 0.0
    left, middle, right = (float(value) for value in np.asarray(three))
    bend = left - 2 * middle + right
    return 0.0 if bend >= 0 else 0.5 * (left - right) / bend
