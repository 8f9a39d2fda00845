"""What is cut out of one sheet lies apart, and no cut goes through the ink of a neighbour."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from printkit.book import draw_kit, seats_of
from printkit.drawing import Area, Point, Sheet, bounds, used_for
from printkit.job import Job
from printkit.parts import Part, part, rod
from printkit.raster import raster
from tests.printkit.test_boards import KITS

_PX_PER_MM = 5.0
_LINE_MM = 0.4
"""How far ink may reach over a line to cut: the width of the line itself, and of the raster."""
JOBS = {"full": Job(portions=("pieces",)), "quick": Job(portions=("pieces",), quick=True)}


def covers(sheet: Sheet) -> Iterator[npt.NDArray[np.bool_]]:
    """Yield for each closed line to cut on *sheet* the pixels inside."""
    size = round(sheet.height_mm * _PX_PER_MM), round(sheet.width_mm * _PX_PER_MM)
    outlines = (ring for area in used_for(sheet.shapes, "cut") if isinstance(area, Area) for ring in area.rings)
    return (_inside(ring, (0.0, 0.0), size) for ring in outlines)


def _inside(ring: tuple[Point, ...], origin: Point, size: tuple[int, int]) -> npt.NDArray[np.bool_]:
    mask = np.zeros(size, dtype=np.uint8)
    points = (np.array(ring) - origin) * _PX_PER_MM - 0.5
    cv2.fillPoly(mask, [np.round(points).astype(np.int32)], (1,))
    return mask.astype(bool)


def spilt_mm2(made: Part) -> float:
    """Return the area of the ink that *made* has outside its outline."""
    left, top, right, bottom = bounds(made.outline)
    box = left - 3.0, top - 3.0, right + 3.0, bottom + 3.0
    dark = raster(made.shapes, box, _PX_PER_MM).min(axis=2) < 200
    inside = _inside(tuple(made.outline), box[:2], dark.shape).astype(np.uint8)
    reach = 2 * round(_LINE_MM * _PX_PER_MM) + 1
    return float((dark & (cv2.dilate(inside, np.ones((reach, reach), np.uint8)) == 0)).sum()) / _PX_PER_MM**2


@pytest.mark.parametrize("how", JOBS)
@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-5", "tinker-2"])
def test_parts_of_a_sheet_lie_apart(name: str, how: str) -> None:
    kit = KITS[name]
    for sheet in draw_kit(kit, JOBS[how], seats_of(kit, 2)).sheets:
        taken = np.zeros(1, dtype=bool)
        for cover in covers(sheet):
            assert not (taken & cover).any(), sheet.title
            taken = taken | cover


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", ["tink", "ting", "tingle", "tabik-5", "tinker-2"])
def test_the_ink_of_a_part_stays_inside_its_outline(name: str, quick: bool) -> None:
    kit = KITS[name]
    for content in [f"B{kind}" for kind in kit.pieces] if kit.seats else list(kit.pieces):
        assert spilt_mm2(part(kit, content, quick=quick, bases=not quick)) == 0.0, content
    if kit.rod is not None:
        assert spilt_mm2(rod(kit.rod, kit.inks["rod"])) == 0.0
