"""Which way round a board lies, when only its place in the picture is known: by a tag, printed coordinates or a seat.

To read the coordinates of a bought board, each side's border is unrolled as somebody sitting there sees it. Marks
beside the middle of a cell are compared with letters and digits in several typefaces, each turned four ways, because
coordinates may face one player, both, or the middle. All sides then vote together for one of the four ways a board can
lie; single misread marks do not matter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Array, Registration
from kits.kit import Kit

Image = npt.NDArray[np.uint8]

_CELL_PX = 44
_DEPTH = 0.8
_MARK_PX = 18
_SYMBOLS = ("a", "b", "c", "d", "e", "f", "g", "h", "1", "2", "3", "4", "5", "6", "7", "8")
_LETTERS, _DIGITS = tuple(range(8)), tuple(range(8, 16))
_SEQUENCES = (_LETTERS, _DIGITS, _LETTERS[::-1], _DIGITS[::-1])
"""What the sides bottom, right, top and left show, read from left to right by somebody who sits there."""
_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)


def turned(registration: Registration, quarters: int) -> Registration:
    """Return *registration* with the board's frame turned by *quarters* clockwise as seen from above.

    After one quarter the side that was the right one (last file) is the bottom (row 1).
    Raises ``ValueError`` for an odd number of quarters of a board that is not square.
    """
    R, t, rim, plan = registration.R, registration.t.reshape(3), registration.rim_mm, registration.plan
    if quarters % 2 and plan.columns != plan.rows:
        raise ValueError(
            f"a board of {plan.columns} × {plan.rows} cells does not lie on itself after {quarters} quarters"
        )
    old_from_new = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    for step in range(quarters % 4):
        height = (plan.height_mm, plan.width_mm)[step % 2]
        R, t = R @ old_from_new, R @ np.array([0.0, height, 0.0]) + t
        if rim is not None:
            rim = tuple((height - y, x) for x, y in (*rim[1:], rim[0]))
    return replace(registration, R=R, t=t, rim_mm=rim)


def quarters_by_tags(registration: Registration, kit: Kit, read: Mapping[int, Array]) -> int | None:
    """Return by how many quarters to turn *registration* for a tag to lie where *kit* has it, to within a cell.

    None where no tag does. *read* are the corners (4, 2) px of tags, by their codes.
    """
    plan = registration.plan
    scale = plan.pitch_mm / kit.plan.pitch_mm
    there = {marker.code: scale * np.array(marker.corners_mm) for marker in kit.markers if marker.code in read}
    off = [
        (float(np.abs(turned(registration, quarters).board_from_px(read[code]) - corners_mm).max()), quarters)
        for quarters in ((0, 1, 2, 3) if plan.columns == plan.rows else (0, 2))
        for code, corners_mm in there.items()
    ]
    nearest_mm, quarters = min(off, default=(np.inf, 0))
    return quarters if nearest_mm < plan.pitch_mm else None


def facing(registration: Registration, near: str | None = None, *, players: int = 2) -> Registration:
    """Return *registration* turned so that the side nearest the camera is the one where seat *near* sits.

    Seats sit clockwise as seen from above: A at row 1; with two players B opposite; with
    more B at the a file, C opposite A, D at the last file. Without *near*, row 1 is nearest.
    A board that is not square is turned by half a turn or not at all.
    """
    wanted = seat_side(near or "A", players=players)
    square = registration.plan.columns == registration.plan.rows
    among = (0, 1, 2, 3) if square else (wanted, (wanted + 2) % 4)
    return turned(registration, nearest_side(registration, among=among) - wanted)


def seat_side(seat: str, *, players: int = 2) -> int:
    """Return the side of the board frame where *seat* sits: 0 bottom (row 1), 1 right, 2 top, 3 left.

    Five or six sit evenly around the board, clockwise from A; a seat's side is the one that it is nearest to.

    >>> [seat_side(seat, players=6) for seat in "ABCDEF"]
    [0, 3, 3, 2, 1, 1]
    """
    seats = "ABCDEF"
    if len(seat) != 1 or seat not in seats:
        raise ValueError(f"no seat is called {seat!r}: the seats are A, B, C, D, E and F")
    if players > 4:
        return -round(4 * seats.index(seat) / players) % 4
    return {"A": 0, "B": 2 if players <= 2 else 3, "C": 2}.get(seat, 1)


def nearest_side(registration: Registration, *, among: tuple[int, ...] = (0, 1, 2, 3), upright: float = 0.05) -> int:
    """Return which side of the board, *among* those, is nearest the camera: 0 bottom, 1 right, 2 top, 3 left.

    The camera's foot on the board's plane decides. When it is near the middle (seen from
    straight above) the side that is lowest in the picture does: it counts as if the
    camera stood *upright* board sides farther out on that side.
    """
    plan = registration.plan
    middle = np.array([plan.width_mm, plan.height_mm]) / 2
    foot = (registration.eye_mm[:2] - middle) / plan.width_mm
    outward = np.array([[0.0, 1.0], [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]])
    ends = registration.px_from_board(middle + outward * middle)
    low: Array = ends[:, 1] - ends[:, 1].mean()
    low = low / max(float(np.abs(low).max()), 1e-9)
    nearness = outward @ foot + upright * low
    return max(among, key=lambda side: float(nearness[side]))


def quarters_by_labels(
    image_bgr: Image,
    registration: Registration,
    *,
    sharpness: float = 14.0,
    evidence_nats: float = 6.0,
    lead_nats: float = 6.0,
) -> int | None:
    """Return by how many quarters to turn *registration* so that the coordinates read right; None where none are read.

    The quarters are those of ``orientation.turned``.

    Args:
        sharpness: nats that one unit of correlation between a mark and a symbol is worth.
        evidence_nats: how far the answer must be ahead of "no coordinates at all".
        lead_nats: how far it must be ahead of the other three ways.
    """
    sides = [_side_evidence(_border(image_bgr, registration, side), sharpness) for side in range(4)]
    votes = [sum(_vote(sides[side], _SEQUENCES[(side - turn) % 4]) for side in range(4)) for turn in range(4)]
    first, second = sorted(range(4), key=lambda turn: -votes[turn])[:2]
    if votes[first] < evidence_nats or votes[first] - votes[second] < lead_nats:
        return None
    return first


def _border(image_bgr: Image, registration: Registration, side: int) -> Image:
    """Return the border outside *side*, unrolled: left to right as seen from there, outward is down."""
    cells, pitch, width = registration.plan.columns, registration.plan.pitch_mm, registration.plan.width_mm
    across = (np.arange(cells * _CELL_PX) + 0.5) * pitch / _CELL_PX
    out = (np.arange(int(_DEPTH * _CELL_PX)) + 0.5) * pitch / _CELL_PX
    u, v = np.meshgrid(across, out)
    x, y = ((u, width + v), (width + v, width - u), (width - u, -v), (-v, u))[side]
    places = registration.px_from_board(np.column_stack([x.ravel(), y.ravel()])).astype(np.float32)
    grid = places.reshape(*u.shape, 2)
    strip = cv2.remap(image_bgr, grid[..., 0], grid[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.cvtColor(strip, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _side_evidence(strip: Image, sharpness: float) -> Array:
    """Return (8, symbols, 4 turns): the nats in favour of each cell's mark being this symbol, not just any mark."""
    evidence = np.zeros((8, len(_SYMBOLS), 4))
    best = np.zeros(8)
    for marks in (_marks(strip, 1), _marks(strip, -1)):
        for cell, mark in marks:
            likeness = (_symbols() @ mark).max(axis=2)
            if likeness.max() > max(best[cell], 0.6):
                best[cell] = likeness.max()
                scores = sharpness * likeness
                evidence[cell] = scores - np.log(np.mean(np.exp(scores)))
    return evidence


def _marks(strip: Image, sign: int) -> list[tuple[int, Array]]:
    """Return the dark (*sign* −1) or bright marks of the size of coordinates, each with its cell, as unit vectors."""
    grey = strip.astype(np.float32)
    ground = cv2.medianBlur(strip, 2 * (_CELL_PX // 3) + 1).astype(np.float32)
    relief = np.clip(sign * (grey - ground), 0, None)
    level = max(10.0, 0.4 * float(np.percentile(relief, 99)))
    count, _, boxes, _ = cv2.connectedComponentsWithStats((relief > level).astype(np.uint8), connectivity=8)
    found = []
    for x, y, w, h, area in boxes[1:count].tolist():
        middle = x + w / 2
        cell = int(middle // _CELL_PX)
        beside = abs(middle / _CELL_PX - cell - 0.5)
        sized = 0.11 * _CELL_PX <= max(w, h) <= 0.6 * _CELL_PX and min(w, h) >= 3 and area >= 8
        if sized and beside < 0.3 and 0 < y < strip.shape[0] - h:
            found.append((cell, _mark(relief[y : y + h, x : x + w])))
    return found


def _mark(patch: npt.NDArray[np.float32]) -> Array:
    """Return *patch* at a common size, in its own proportions, with mean 0 and length 1."""
    h, w = patch.shape
    scale = (_MARK_PX - 4) / max(h, w)
    small = cv2.resize(patch, (max(1, round(w * scale)), max(1, round(h * scale))), interpolation=cv2.INTER_AREA)
    canvas = np.zeros((_MARK_PX, _MARK_PX), np.float32)
    top, left = (_MARK_PX - small.shape[0]) // 2, (_MARK_PX - small.shape[1]) // 2
    canvas[top : top + small.shape[0], left : left + small.shape[1]] = small
    flat = cv2.GaussianBlur(canvas, (0, 0), 1.0).ravel().astype(np.float64)
    flat -= flat.mean()
    return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-9))


@cache
def _symbols() -> Array:
    """Return (symbols, 4 turns, typefaces, pixels): every symbol as ``_mark`` would return it.

    Turn k is k quarters counter-clockwise. A letter has its small and its capital form.
    """
    table = np.zeros((len(_SYMBOLS), 4, 4 * len(_FONTS), _MARK_PX * _MARK_PX))
    for number, symbol in enumerate(_SYMBOLS):
        looks = [_drawn(text, font, bold) for text in (symbol, symbol.upper()) for font in _FONTS for bold in (2, 4)]
        for look, glyph in enumerate(looks):
            mark = _mark(glyph.astype(np.float32)).reshape(_MARK_PX, _MARK_PX)
            for turn in range(4):
                table[number, turn, look] = np.rot90(mark, turn).ravel()
    return table


def _drawn(text: str, font: int, thickness: int) -> Image:
    canvas = np.zeros((96, 96), np.uint8)
    cv2.putText(canvas, text, (24, 70), font, 2.0, 255, thickness, cv2.LINE_AA)
    x, y, w, h = cv2.boundingRect(canvas)
    return canvas[y : y + h, x : x + w]


def _vote(evidence: Array, sequence: tuple[int, ...]) -> float:
    """Return the nats in favour of a side showing *sequence*, all of it turned alike, rather than nothing."""
    sums = evidence[np.arange(8), sequence].sum(axis=0)
    labelled = float(np.logaddexp.reduce(sums)) - np.log(len(sums))
    return float(np.logaddexp(labelled, 0.0) - np.log(2.0))
