"""The part of the API for a projector that lights the real board: the tags to show, and where the board then lies."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
from starlette.routing import Route

from calibration.projected import MODULES, QUIET, TAGS, projected
from calibration.registration import Array
from core.json_types import JsonObject
from kiebitz.screen.doors.access import PROJECTOR
from kiebitz.screen.doors.replies import answered
from kiebitz.screen.live.desk import Desk
from printkit.board import modules_area

NO_BOARD = "The board is not found yet."
SEVERAL = "A ring of boards cannot be lit."
SHOW = "Show all four marks to the camera, flat on the table."

_HAIR = 1.005
"""How much higher each row of white modules is drawn, so that no dark line shows between two."""


def projector_routes(desk: Desk) -> list[Route]:
    return [Route(PROJECTOR, answered(lambda _: _told(desk)))]


def _told(desk: Desk) -> JsonObject:
    """Return the corners of the board in the projector's picture, or what is missing."""
    seen = None if desk.table is None else desk.table.lookout.seen()
    if seen is None:
        return _waiting(NO_BOARD)
    image, place = seen
    if len(place.boards) > 1:
        return _waiting(SEVERAL)
    found = projected(image, place)
    if found is None:
        return _waiting(SHOW)
    return {
        "state": "aligned",
        "message": "",
        "marks": marks_path(),
        "corners": np.round(found.corners, 5).tolist(),
        "error_px": round(found.error_px, 3),
    }


def _waiting(message: str) -> JsonObject:
    return {"state": "waiting", "message": message, "marks": marks_path(), "corners": None, "error_px": None}


@cache
def marks_path() -> str:
    """Return what is white of the tags as a path of SVG in the unit square."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    rings: list[Array] = []
    for code, corners in TAGS.items():
        white = np.asarray(cv2.aruco.generateImageMarker(family, code, MODULES)) > 0
        around = (corners - corners.mean(axis=0)) * (1 + 2 * QUIET / MODULES) + corners.mean(axis=0)
        area = modules_area(np.pad(white, QUIET, constant_values=True), tuple((x, y) for x, y in around.tolist()))
        for row in map(np.array, area.rings):
            middle = row.mean(axis=0)
            rings.append((row - middle) * (1, _HAIR) + middle)
    return "".join(f"M{'L'.join(f'{x:.5f} {y:.5f}' for x, y in ring.tolist())}Z" for ring in rings)
