"""Which way round a board lies, when only its place in the picture is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from calibration.registration import Array, Registration
from kits.kit import Kit


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
    """Return the side of the board frame where *seat* sits: 0 bottom (row 1), 1 right, 2 top, 3 left."""
    sides = {"A": 0, "B": 2 if players <= 2 else 3, "C": 2, "D": 1}
    if seat not in sides:
        raise ValueError(f"no seat is called {seat!r}: the seats are A, B, C and D")
    return sides[seat]


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
