"""Lines to cut can be seen on whatever they cross, in colour as in grey; what is cut out lies apart, its ink inside."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from kits.inks import Ink
from printkit.book import draw_kit, seats_of
from printkit.drawing import Area, Disc, Label, Lines, Point, Shape, Sheet, Stroke, Window, bounds, used_for
from printkit.job import InkMode, Job
from printkit.parts import Part, part, rod
from printkit.raster import raster
from printkit.typeface import label_box
from tests.printkit.kits import FIVE, KITS, drawn

_PX_PER_MM = 5.0
_BESIDE_MM = 0.4
_STEP_MM = 0.5
_LEAST = 3.0
"""Contrast (WCAG) that a line needs with one side of it, or the two sides with each other."""
_LINE_MM = 0.4
"""How far ink may reach over a line to cut: the width of the line itself, and of the raster."""
_CROSSED = 0.01
"""Share of a sheet's cuts that may be lost where they cross a fold."""
Array = npt.NDArray[np.float64]


def cut_lines(sheet: Sheet) -> Iterator[tuple[Ink, Array]]:
    """Yield the ink and the points (n, 2) of every line to cut."""
    for shape in used_for(sheet.shapes, "cut"):
        match shape:
            case Area(stroke=Stroke() as stroke):
                yield from ((stroke.ink, np.array([*ring, ring[0]])) for ring in shape.rings)
            case Lines(stroke=stroke):
                yield from ((stroke.ink, np.array(run)) for run in shape.runs)
            case Disc(stroke=Stroke() as stroke):
                turns = np.linspace(0, 2 * np.pi, 49)
                yield stroke.ink, np.column_stack([np.cos(turns), np.sin(turns)]) * shape.radius_mm + shape.centre
            case Window():
                raise AssertionError("no line to cut is clipped")
            case _:
                pass


def hidden_share(sheet: Sheet) -> float:
    """Return what share of the lines to cut on *sheet*, with what is printed below, looks like what is beside them."""
    cuts = list(cut_lines(sheet))
    if not cuts:
        return 0.0
    printed = (shape for use in ("print", "fold") for shape in used_for(sheet.shapes, use) if near(shape, cuts))
    light = luminance(raster(printed, (0.0, 0.0, sheet.width_mm, sheet.height_mm), _PX_PER_MM))
    lost = whole = 0
    for ink, run in cuts:
        for start, end in pairwise(run):
            length = float(np.linalg.norm(end - start))
            if length < 1e-6:
                continue
            count = max(1, round(length / _STEP_MM))
            along = start + (end - start) * ((np.arange(count) + 0.5) / count)[:, None]
            out = np.array([start[1] - end[1], end[0] - start[0]]) / length * _BESIDE_MM
            sides = [_at(light, along + out), _at(light, along - out)]
            seen = contrast(*sides) >= _LEAST
            for side in sides:
                for line in (np.full(count, ink.luminance), _at(light, along)):
                    seen |= contrast(line, side) >= _LEAST
            lost += int((~seen).sum())
            whole += count
    return lost / whole if whole else 0.0


def near(shape: Shape, cuts: list[tuple[Ink, Array]]) -> bool:
    """Return whether *shape* may be printed beside one of *cuts*; other words would cost most of the time."""
    if not isinstance(shape, Label):
        return True
    left, top, right, bottom = label_box(shape)
    low, high = np.array([left, top]) - 1.0, np.array([right, bottom]) + 1.0
    return any(bool((run.max(axis=0) > low).all() and (run.min(axis=0) < high).all()) for _, run in cuts)


def _at(light: Array, points: Array) -> Array:
    x, y = (np.floor(points * _PX_PER_MM).astype(int)).T
    return np.asarray(light[y.clip(0, len(light) - 1), x.clip(0, len(light[0]) - 1)])


def luminance(image: npt.NDArray[np.uint8]) -> Array:
    """Return the relative luminance (WCAG) of a BGR image, which is also what a grey print of it keeps."""
    part = image / 255.0
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ [0.0722, 0.7152, 0.2126])


def contrast(one: Array, other: Array) -> Array:
    return np.asarray((np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05))


@pytest.mark.thinned(5)
@pytest.mark.parametrize("ink", ["full", "grey"])
@pytest.mark.parametrize("name", ["ting", "tingle", "tabik-5", "tinker-2"])
def test_every_line_to_cut_can_be_seen(name: str, ink: InkMode) -> None:
    kit = KITS[name]
    drawing = draw_kit(kit, Job(portions=("pieces",), ink=ink), seats_of(kit, None)[-1:] or seats_of(kit, None))
    for sheet in drawing.sheets:
        assert hidden_share(sheet) < _CROSSED, sheet.title


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


@pytest.mark.thinned(3)
@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", FIVE)
def test_parts_of_a_sheet_lie_apart(name: str, quick: bool) -> None:
    for sheet in drawn(name, Job(quick=quick)).sheets:
        taken = np.zeros(1, dtype=bool)
        for cover in covers(sheet):
            assert not (taken & cover).any(), sheet.title
            taken = taken | cover


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", FIVE)
def test_the_ink_of_a_part_stays_inside_its_outline(name: str, quick: bool) -> None:
    kit = KITS[name]
    for content in [f"B{kind}" for kind in kit.pieces] if kit.seats else list(kit.pieces):
        assert spilt_mm2(part(kit, content, quick=quick, bases=not quick)) == 0.0, content
    if kit.rod is not None:
        assert spilt_mm2(rod(kit.rod, kit.inks["rod"])) == 0.0
