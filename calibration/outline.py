"""Finds the outline of a board in a whole picture with a network, whatever is on the board.

The network gets a reduced picture. For each place it returns whether it is on a board, and whether and where a corner
of the playing area is near. It runs twice: the second time it sees its first result as a square. Where that is no
board, it looks at panels, each without what is around it, and corners seen in the whole picture and in its middle make
others. It is trained by ``training.boards``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import NamedTuple

import cv2
import numpy as np
import numpy.typing as npt

from calibration.network import Floats, shipped
from calibration.panels import APART, find_panels
from calibration.registration import Array, FoundBy, pinhole

SHOWN_PX = 320
"""Longer side of the network's input."""

STRIDE = 8
"""Input pixels per output place."""

FILLS = 0.7
"""Length of the board's sides in the network's second input, as a share of the input's side."""

MIDDLE = 0.5
"""Corners are also looked for in the middle of the picture; this is its share of each side."""

SKEW, FOCALS = 0.15, np.geomspace(0.6, 2.2, 9)
"""Largest skew of the cells in an outline made of corners, at the best of these focal lengths (in longer sides)."""

MOST_QUADS = 3
"""The most outlines made of corners that are tried."""

MOST_PANELS = 4
"""The most panels that are tried."""

_MOST_CORNERS = 12
"""How many corners, the likeliest, are combined into outlines."""

_PEAK = 0.15
"""Least probability of a corner that is used."""
_MOST_PEAKS = 6
_ON = 0.5
_LEAST_SHARE = 0.5
"""Least intersection over union between an outline and the output places that are on a board."""

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class Outline:
    """A candidate board: the corners (4, 2) of its playing area in px, in order around it.

    ``plain`` (0 to 1) is the intersection over union of the outline and the places on a board; where it was put
    together from corners that were seen, it is their probability.
    """

    corners_px: Array
    plain: float
    found_by: FoundBy = "outline"

    def at_scale(self, scale: float) -> Outline:
        """Return this outline in the same picture scaled by *scale*."""
        return replace(self, corners_px=(self.corners_px + 0.5) * scale - 0.5)


def find_outline(image: Image) -> Outline | None:
    """Return the likeliest outline of a board in a colour or grey picture; None if there is none."""
    return _likeliest(image, _look(image, *_middle(image, 1.0)))


def find_outlines(image: Image, side: tuple[int, int]) -> Iterator[Outline]:
    """Yield outlines that a board of *side* (columns, rows) may have in a picture, the likeliest first.

    The first is that of ``find_outline``, the second that of the picture's middle alone. A cloth with lines can look
    like a board, too, and draw the network away: others are seen in panels, and made of the plainest corners, if any
    camera sees squares in them.
    """
    size = (image.shape[1], image.shape[0])
    looks = []
    for share in (1.0, MIDDLE):
        look = _look(image, *_middle(image, share))
        likeliest = _likeliest(image, look)
        if likeliest is not None:
            yield likeliest
        looks.append(look)
    panels = (panel for panel in _panels(image) if _is_convex(panel) and skew(panel, side, size) < SKEW)
    for panel in islice(panels, MOST_PANELS):
        seen = _look(image, _squared(panel), (SHOWN_PX, SHOWN_PX), only=panel).outline()
        if seen is not None:
            yield seen
    corners = _distinct_corners(looks, APART * max(image.shape))[:_MOST_CORNERS]
    quads = [(math.prod(p for p, _ in four), np.array([px for _, px in four])) for four in combinations(corners, 4)]
    quads.sort(key=lambda quad: -quad[0])
    outlines = (Outline(_ordered(quad), plain, found_by="corners") for plain, quad in quads)
    convex = (outline for outline in outlines if _is_convex(outline.corners_px))
    yield from islice((one for one in convex if skew(one.corners_px, side, size) < SKEW), MOST_QUADS)


def _panels(image: Image) -> list[Array]:
    """Return the outlines (4, 2) in px of the panels in *image*, those seen most clearly first."""
    to_shown, size = _middle(image, 1.0)
    whole = _Look(np.empty(0), to_shown)
    return [whole.px(_ordered(panel)) for panel in find_panels(_shown_part(image, to_shown, size))]


def _distinct_corners(looks: Sequence[_Look], apart_px: float) -> list[tuple[float, Array]]:
    """Return the corners seen in *looks* as (probability, px), likeliest first; those within *apart_px* count once."""
    seen = [(likely, look.px((place + 0.5) * STRIDE - 0.5)) for look in looks for likely, place in _peaks(look.said)]
    distinct: list[tuple[float, Array]] = []
    for likely, px in sorted(seen, key=lambda corner: -corner[0]):
        if all(np.linalg.norm(px - other) > apart_px for _, other in distinct):
            distinct.append((likely, px))
    return distinct


def skew(outline: Array, side: tuple[int, int], size: tuple[int, int]) -> float:
    """Return how far from square the cells of a board of *side* (columns, rows) in *outline* (4, 2) px are.

    That is the larger of the log ratio of their sides and the cosine of the angle between these, either way round, for
    the focal length that fits best in a picture of *size*.
    """
    least = np.inf
    for columns, rows in {side, side[::-1]}:
        board = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], dtype=np.float32)
        H = cv2.getPerspectiveTransform(board, outline.astype(np.float32))
        for focal in FOCALS * max(size):
            x, y = np.linalg.solve(pinhole(focal, size), H).T[:2]
            lengths = np.linalg.norm(x), np.linalg.norm(y)
            askew = abs(float(x @ y)) / float(lengths[0] * lengths[1])
            least = min(least, max(askew, abs(float(np.log(lengths[0] / lengths[1])))))
    return float(least)


def _middle(image: Image, share: float) -> tuple[Array, tuple[int, int]]:
    """Return the map (3, 3) of the middle *share* of *image* onto the network's input, and its (width, height)."""
    whole = np.array([image.shape[1], image.shape[0]])
    scale = SHOWN_PX / (share * float(whole.max()))
    width, height = (max(1, round(scale * share * length)) for length in whole)
    shift = (np.array([width, height]) - 1) / 2 - scale * (whole - 1) / 2
    return np.array([(scale, 0, shift[0]), (0, scale, shift[1]), (0, 0, 1)]), (width, height)


def shown(picture: Image) -> Floats:
    """Return what the network takes (1, 3, rows, columns) of a small colour *picture*, evened out."""
    levels = picture.astype(np.float32)
    levels = (levels - levels.mean()) / (levels.std() + 8.0)
    return np.ascontiguousarray(levels.transpose(2, 0, 1)[None])


def softened(picture: Image, scale: float) -> Image:
    """Return *picture* without what is too fine to be seen where it is shown at *scale*."""
    sigma = 0.4 * np.sqrt(max(1 / scale**2 - 1, 0.0))
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), sigma), dtype=np.uint8) if sigma > 0.2 else picture


def _squared(corners_px: Array) -> Array:
    """Return the map (3, 3) of px that takes *corners_px* (4, 2), in order around the outline, to a square."""
    near, far = (SHOWN_PX - 1) / 2 + SHOWN_PX * FILLS / 2 * np.array([-1, 1])
    square = np.array([(near, near), (far, near), (far, far), (near, far)], dtype=np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners_px.astype(np.float32), square))


class _Look(NamedTuple):
    """The network's output *said* (4, rows, columns), and *to_shown* (3, 3), the map from the picture to its input."""

    said: Array
    to_shown: Array

    def px(self, shown_px: Array) -> Array:
        """Return points of the network's input as points of the whole picture."""
        return _mapped(np.asarray(np.linalg.inv(self.to_shown)), shown_px)

    def outline(self) -> Outline | None:
        best = likeliest(self.said)
        return best and Outline(self.px(best.corners_px), best.plain)


def _likeliest(image: Image, whole: _Look) -> Outline | None:
    """Return the likeliest outline in *whole*, a look at all of *image*, improved by a second look around it."""
    first = whole.outline()
    return first and (_look(image, _squared(first.corners_px), (SHOWN_PX, SHOWN_PX)).outline() or first)


def _look(image: Image, to_shown: Array, size: tuple[int, int], *, only: Array | None = None) -> _Look:
    """Return the network's output for the part of *image* that *to_shown* (3, 3) maps into a picture of *size*.

    With *only*, an outline (4, 2) in px, everything outside it is replaced by plain ground.
    """
    part = _shown_part(image, to_shown, size)
    if only is not None:
        inside = _mapped(to_shown, only)
        around = np.full(part.shape[:2], 255, np.uint8)
        cv2.fillConvexPoly(around, np.round(inside).astype(np.int32), 0)
        part[around > 0] = cv2.mean(part, around)[:3]
    said = shipped("outline")(shown(part))[0]
    return _Look(np.asarray(said, dtype=np.float64), to_shown)


def _shown_part(image: Image, to_shown: Array, size: tuple[int, int]) -> Image:
    """Return in colour the part of *image* that *to_shown* (3, 3) maps into a picture of *size*."""
    soft = softened(image, _scale(to_shown, size))
    small = cv2.warpPerspective(soft, to_shown, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    colour = small if small.ndim == 3 else cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
    return np.asarray(colour, dtype=np.uint8)


def _mapped(to: Array, points: Array) -> Array:
    """Return *points* (…, 2) mapped by the homography *to* (3, 3)."""
    flat = points.reshape(1, -1, 2).astype(np.float64)
    return np.asarray(cv2.perspectiveTransform(flat, to).reshape(points.shape))


def _scale(to_shown: Array, size: tuple[int, int]) -> float:
    """Return the scale of *to_shown*, in px per px, in the middle of a picture of *size*."""
    middle = (np.array(size) - 1) / 2
    beside = _mapped(np.asarray(np.linalg.inv(to_shown)), middle + np.array([(0, 0), (1, 0), (0, 1)]))
    return 1 / math.sqrt(abs(float(np.linalg.det(beside[1:] - beside[0]))))


def likeliest(said: Array) -> Outline | None:
    """Return the outline, in px of what is shown, that fits what the network *said* (4, rows, columns) best.

    Of each place: the scores of being on a board and of a corner near by, and where that is from there (x, y), in
    places.
    """
    on = 1 / (1 + np.exp(-said[0]))
    quads = [np.array(quad) for quad in combinations([place for _, place in _peaks(said)], 4)]
    quads += [quad for quad in (_hull(on),) if quad is not None]
    tried = [(_likeness(ordered, on), ordered) for ordered in (_ordered(quad) for quad in quads) if _is_convex(ordered)]
    plain, places = max(tried, key=lambda pair: pair[0], default=(0.0, None))
    if places is None or plain < _LEAST_SHARE:
        return None
    return Outline((places + 0.5) * STRIDE - 0.5, plain)


def _peaks(said: Array) -> Sequence[tuple[float, Array]]:
    """Return the likeliest corners: their probability, and their place in the output."""
    near = (1 / (1 + np.exp(-said[1]))).astype(np.float32)
    highest = cv2.dilate(near, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((near >= highest) & (near > _PEAK))
    order = np.argsort(-near[rows, columns])[:_MOST_PEAKS]
    return [
        (float(near[r, c]), np.array([c + said[2, r, c], r + said[3, r, c]]))
        for r, c in zip(rows[order], columns[order], strict=True)
    ]


def _hull(on: Array) -> Array | None:
    """Return the four corners, in output places, that fit the largest patch *on* a board."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats((on > _ON).astype(np.uint8))
    if count < 2:
        return None
    largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
    soft = np.where(labels == largest, on, np.minimum(on, 1 - _ON)).astype(np.float32)
    fine = cv2.resize(soft, None, fx=STRIDE, fy=STRIDE, interpolation=cv2.INTER_LINEAR)
    contours, _ = cv2.findContours((fine > _ON).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    contour = max(contours, key=cv2.contourArea, default=None)
    if contour is None or cv2.contourArea(contour) < STRIDE**2:
        return None
    quad = cv2.approxPolyN(contour, 4).reshape(-1, 2).astype(np.float64)
    return (quad + 0.5) / STRIDE - 0.5 if len(quad) == 4 else None


def _ordered(quad: Array) -> Array:
    """Return the corners *quad* (4, 2) in order around their middle, clockwise as seen."""
    off = quad - quad.mean(axis=0)
    return np.asarray(quad[np.argsort(np.arctan2(off[:, 1], off[:, 0]))])


def _is_convex(quad: Array) -> bool:
    sides = np.roll(quad, -1, axis=0) - quad
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    return bool(np.all(turns > 0.05 * np.linalg.norm(sides, axis=1) * np.linalg.norm(following, axis=1)))


def _likeness(quad: Array, on: Array) -> float:
    """Return the intersection over union of *quad* and the places *on* a board."""
    fine = np.zeros((STRIDE * on.shape[0], STRIDE * on.shape[1]), np.float32)
    cv2.fillConvexPoly(fine, np.round(((quad + 0.5) * STRIDE - 0.5) * 16).astype(np.int32), 1.0, shift=4)
    inside = cv2.resize(fine, on.shape[::-1], interpolation=cv2.INTER_AREA)
    both, either = np.minimum(on, inside).sum(), np.maximum(on, inside).sum()
    return float(both / max(either, 1e-9))
