"""Which tags belong together where more than one board with the same tags is in view: a neighbour's, at a club."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import cv2
import numpy as np

from calibration.registration import Array, Registration
from kits.kit import Kit

Quads = Mapping[int, Sequence[Array]]
"""Code → the corners (4, 2) px of that tag, as often as it is seen."""

_SAME = 0.5
"""Two quads are the same tag if their middles are closer than this, in sides of the tag."""
_REACH = 0.35
"""How far a tag's corner may lie from where the other tags of its board put it, in sides of the tag."""
_LEAST = 3
"""How many tags make a board where several boards have the same codes."""
_NEAR = 0.5
"""A board that is being followed is looked for within this share of its width around its last place."""


def with_quad(known: Sequence[Array], quad: Array) -> list[Array]:
    """Return *known* with *quad* in place of the same tag as seen before, or beside the others."""
    return [other for other in known if not _is_same(other, quad)] + [quad]


def near(quads: Quads, place: Registration, kit: Kit) -> dict[int, Array]:
    """Return of each tag the one nearest to where it was with the board of *kit* at *place*, none far from there."""
    corners = place.corners_px
    reach_px = _NEAR * float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())
    found = {}
    for marker in kit.markers:
        was = place.px_from_board(np.array(marker.corners_mm))
        off = {float(np.linalg.norm(quad - was, axis=1).max()): quad for quad in quads.get(marker.code, ())}
        if off and min(off) < reach_px:
            found[marker.code] = off[min(off)]
    return found


def apart(quads: Quads, kit: Kit) -> list[dict[int, Array]]:
    """Return the tags of each board of *kit* by themselves, those of the largest in the picture first.

    All together where no tag is seen more than once.
    """
    if all(len(each) == 1 for each in quads.values()):
        return [{code: each[0] for code, each in quads.items()}]
    mm = {marker.code: np.array(marker.corners_mm, dtype=np.float64) for marker in kit.markers}
    left = [(code, quad) for code, each in quads.items() for quad in each]
    boards = []
    while board := _fullest(left, mm):
        boards.append(board)
        taken = {id(quad) for quad in board.values()}
        left = [(code, quad) for code, quad in left if id(quad) not in taken]
    return sorted(boards, key=lambda board: -area_px(board, kit))


def area_px(board: Mapping[int, Array], kit: Kit) -> float:
    """Return how large the playing area of *kit* is in the picture by the tags of one *board*."""
    mm = {marker.code: np.array(marker.corners_mm, dtype=np.float64) for marker in kit.markers}
    H_image_board = _homography(list(board.items()), mm)
    if H_image_board is None:
        return 0.0
    corners = cv2.perspectiveTransform(np.asarray(kit.plan.corners_mm, np.float64).reshape(-1, 1, 2), H_image_board)
    return float(cv2.contourArea(corners.astype(np.float32)))


def _fullest(tags: Sequence[tuple[int, Array]], mm: Mapping[int, Array]) -> dict[int, Array]:
    """Return the largest set of *tags* that agrees with some pair of them; none if it is too small for a board."""
    best: dict[int, Array] = {}
    for pair in combinations(tags, 2):
        if pair[0][0] == pair[1][0] or (H_image_board := _homography(pair, mm)) is None:
            continue
        fitting = _fitting(tags, mm, H_image_board)
        if len(fitting) > len(best):
            best = fitting
    return best if len(best) >= _LEAST else {}


def _homography(tags: Sequence[tuple[int, Array]], mm: Mapping[int, Array]) -> Array | None:
    board = np.concatenate([mm[code] for code, _ in tags])
    H_image_board, _ = cv2.findHomography(board, np.concatenate([quad for _, quad in tags]), 0)
    return None if H_image_board is None else np.asarray(H_image_board, dtype=np.float64)


def _fitting(tags: Sequence[tuple[int, Array]], mm: Mapping[int, Array], H_image_board: Array) -> dict[int, Array]:
    """Return, for each code, the quad that lies where the homography puts it, if there is one."""
    found: dict[int, tuple[float, Array]] = {}
    for code, quad in tags:
        put = cv2.perspectiveTransform(mm[code].reshape(-1, 1, 2), H_image_board).reshape(-1, 2)
        off = float(np.linalg.norm(put - quad, axis=1).max()) / _side(quad)
        if off < min(_REACH, found[code][0] if code in found else _REACH):
            found[code] = off, quad
    return {code: quad for code, (_, quad) in sorted(found.items())}


def _is_same(one: Array, other: Array) -> bool:
    return float(np.linalg.norm(one.mean(axis=0) - other.mean(axis=0))) < _SAME * _side(one)


def _side(quad: Array) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).mean())
