"""The frame of AprilTags around a printed board. A camera finds the board by it."""

from __future__ import annotations

from kits.kit import Marker, Plan

QUIET_MODULES = 1.5
"""Width of the white around a tag, up to the board's edge, in modules: eighths of a tag's side."""


def tag_frame(
    plan: Plan, *, first_code: int, out_mm: float, tag_mm: float, at_lines: tuple[int, ...]
) -> tuple[Marker, ...]:
    """Return the tags of a frame, upright for seat A, clockwise from the far left corner.

    Each corner has one tag, and each side has one at every grid line in *at_lines*
    (1 is the line after the first cell). Tag centres lie *out_mm* outside the playing
    area. Codes count up from *first_code*: a single code identifies the game, the
    place and the orientation.

    >>> frame = tag_frame(Plan(2, 2, 30.0), first_code=4, out_mm=10.0, tag_mm=16.0, at_lines=(1,))
    >>> [marker.code for marker in frame], frame[1].corners_mm[0]
    ([4, 5, 6, 7, 8, 9, 10, 11], (22.0, -18.0))
    """
    near, middle = plan.height_mm + out_mm, -out_mm
    right = plan.width_mm + out_mm
    along = [line * plan.pitch_mm for line in at_lines]
    centres = [
        (middle, middle),
        *((x, middle) for x in along),
        (right, middle),
        *((right, y) for y in along),
        (right, near),
        *((plan.width_mm - x, near) for x in along),
        (middle, near),
        *((middle, plan.height_mm - y) for y in along),
    ]
    return tuple(upright(first_code + i, x, y, tag_mm) for i, (x, y) in enumerate(centres))


def upright(code: int, x: float, y: float, side: float) -> Marker:
    """Return the tag *code*, centred at (*x*, *y*), its top towards the far side."""
    half = side / 2
    return Marker(code, ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)))
