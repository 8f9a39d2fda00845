"""The white around every tag, measured in what is printed."""

from __future__ import annotations

import numpy as np
import pytest

from kits.frame import QUIET_MODULES
from kits.kit import Marker
from kits.tabik import SIZES
from printkit.board import draw_surface
from printkit.drawing import bounds
from printkit.job import Job, dressed
from printkit.raster import raster
from printkit.surface import Surface, surfaces
from tests.printkit.kits import KITS

_PX_PER_MM = 10.0
_WHITE = 250
EVERY = ["tink", "ting", "tingle", *(f"tabik-{size}" for size in SIZES), "tinker-2", "tinker-4", "tinker-5"]


def white_modules(surface: Surface, marker: Marker) -> float:
    """Return how many modules of white are around *marker*, its corners included, before ink or the board's edge."""
    left, top, right, bottom = bounds(marker.corners_mm)
    module = (right - left) / 8
    reach = 2 * module
    box = left - reach, top - reach, right + reach, bottom + reach
    dark = raster(draw_surface(surface), box, _PX_PER_MM).min(axis=2) < _WHITE
    rows, columns = np.nonzero(dark)
    x, y = box[0] + (columns + 0.5) / _PX_PER_MM, box[1] + (rows + 0.5) / _PX_PER_MM
    away = np.hypot(np.maximum(np.maximum(left - x, x - right), 0), np.maximum(np.maximum(top - y, y - bottom), 0))
    x0, y0, x1, y1 = surface.box
    edge = min(left - x0, top - y0, x1 - right, y1 - bottom)
    return min(edge, float(away[away > 0.15].min(initial=reach))) / module


@pytest.mark.thinned(5)
@pytest.mark.parametrize("name", EVERY)
def test_every_tag_has_a_module_and_a_half_of_white_around_it(name: str) -> None:
    for large in (False, True):  # large names leave a module, which is what tags need
        every = surfaces(dressed(KITS[name], Job(large=large)))
        found = {marker.code: white_modules(surface, marker) for surface in every for marker in surface.markers}
        assert min(found.values()) >= (1.0 if large else QUIET_MODULES) - 0.02, found
