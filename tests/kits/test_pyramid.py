"""Nets, folded shut in three dimensions."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import brentq

from kits.pieces import Pyramid
from kits.pyramid import Net, edge_mm, face_marks, net, slant_mm
from kits.tink import KIT

Array = npt.NDArray[np.float64]


def _turned(points: Array, start: Array, end: Array, angle: float) -> Array:
    """Return *points* (N, 3) turned by *angle* about the line from *start* to *end* (Rodrigues' formula)."""
    axis = (end - start) / np.linalg.norm(end - start)
    rays = points - start
    turned = (
        rays * math.cos(angle)
        + np.cross(axis, rays) * math.sin(angle)
        + np.outer(rays @ axis, axis) * (1 - math.cos(angle))
    )
    return np.asarray(turned + start)


def _space(points: object) -> Array:
    flat = np.array(points, dtype=float)
    return np.column_stack([flat, np.zeros(len(flat))])


def _folded(flat: Net, angle: float) -> list[Array]:
    """Return the faces with every fold between them bent by *angle*."""
    faces = [_space(face) for face in flat.faces]
    for fold in range(len(faces) - 1):
        start, end = faces[fold][0], faces[fold][2]
        for later in range(fold + 1, len(faces)):
            faces[later] = _turned(faces[later], start, end, angle)
    return faces


def _closed(flat: Net) -> list[Array]:
    """Return the faces bent so that the last edge comes nearest to the first."""

    def side(angle: float) -> float:
        faces = _folded(flat, angle)
        return float(np.linalg.norm(faces[-1][2] - faces[0][1])) - 1e-9

    angles = np.linspace(0.6, 2.4, 200)
    best = min(angles, key=side)

    def slope(angle: float) -> float:
        return side(angle + 1e-6) ** 2 - side(angle - 1e-6) ** 2

    return _folded(flat, brentq(slope, best - 0.02, best + 0.02, xtol=1e-13))


@pytest.mark.parametrize("base", [True, False])
@pytest.mark.parametrize("kind", sorted(KIT.pyramids))
def test_net_folds_shut_to_the_true_pyramid(kind: str, base: bool) -> None:
    solid, flat = KIT.pyramids[kind], net(KIT.pyramids[kind], base=base)
    faces = _closed(flat)
    assert faces[-1][2] == pytest.approx(faces[0][1], abs=0.01)
    feet = np.array([face[1] for face in faces])
    sides = np.linalg.norm(feet - np.roll(feet, 1, axis=0), axis=1)
    assert sides == pytest.approx([solid.base_mm] * 4, abs=0.01)
    assert np.linalg.norm(feet[0] - feet[2]) == pytest.approx(solid.base_mm * math.sqrt(2), abs=0.01)
    assert np.linalg.norm(faces[0][0] - feet.mean(axis=0)) == pytest.approx(solid.height_mm, abs=0.01)


@pytest.mark.parametrize("kind", sorted(KIT.pyramids))
def test_base_folds_onto_the_feet(kind: str) -> None:
    flat = net(KIT.pyramids[kind])
    faces = _closed(flat)
    feet = np.array([face[1] for face in faces])
    bend = math.pi - math.acos(KIT.pyramids[kind].base_mm / 2 / slant_mm(KIT.pyramids[kind]))
    hinge = _space([flat.base[0], flat.base[-1]])
    inner = np.array(flat.faces[0][2])
    assert np.array(flat.base[0]) == pytest.approx(inner)
    fold_between = math.acos(float(np.dot(_normal(faces[0]), _normal(faces[1]))))
    first_fold = _space([flat.faces[0][0], flat.faces[0][2]])
    both = []
    for sign in (1, -1):
        base = _turned(_space(flat.base), hinge[0], hinge[1], sign * bend)
        both.append(_turned(base, first_fold[0], first_fold[1], fold_between))
    gaps = [max(float(np.linalg.norm(feet - corner, axis=1).min()) for corner in corners) for corners in both]
    assert min(gaps) < 0.02


@pytest.mark.parametrize("kind", sorted(KIT.pyramids))
def test_tabs_lie_wholly_under_the_faces_that_close_over_them(kind: str) -> None:
    flat = net(KIT.pyramids[kind])
    side, *below = flat.tabs
    apex, left, right = (complex(*point) for point in flat.faces[0])
    for tab, (a, b), third in ((side, (left, apex), right), *((tab, (right, left), apex) for tab in below)):
        start, end = complex(*tab[0]), complex(*tab[-1])
        turn = (end - start) / (b - a)
        ring = np.array([(z.real, z.imag) for z in (start, end, start + (third - a) * turn)], dtype=np.float32)
        assert min(cv2.pointPolygonTest(ring, point, measureDist=True) for point in tab) > -0.01


def _normal(face: Array) -> Array:
    cross = np.cross(face[1] - face[0], face[2] - face[0])
    return np.asarray(cross / np.linalg.norm(cross))


def test_sizes_by_pythagoras() -> None:
    solid = Pyramid("x", base_mm=6.0, height_mm=4.0, pips=1)
    assert slant_mm(solid) == pytest.approx(5.0)
    assert edge_mm(solid) == pytest.approx(math.sqrt(34.0))


@pytest.mark.parametrize(("base", "folds"), [(True, 8), (False, 4)])
@pytest.mark.parametrize("kind", sorted(KIT.pyramids))
def test_outline_goes_once_round_all_parts(kind: str, base: bool, folds: int) -> None:
    flat = net(KIT.pyramids[kind], base=base)

    def area(points: object) -> float:
        x, y = np.array(points, dtype=float).T
        return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2

    parts = sum(area(part) for part in (*flat.faces, *([flat.base] if base else []), *flat.tabs))
    assert area(flat.outline) == pytest.approx(parts, rel=1e-9)
    assert len(flat.folds) == folds


@pytest.mark.parametrize("kind", sorted(KIT.pyramids))
def test_marks_stay_on_their_face_and_apart(kind: str) -> None:
    solid = KIT.pyramids[kind]
    marks = face_marks(solid)
    assert len(marks.pips) == len(marks.bands_mm) == solid.pips

    def half_width(distance: float) -> float:
        return solid.base_mm / 2 * distance / marks.height_mm

    for x, y in marks.pips:
        assert abs(x) + marks.pip_radius_mm < half_width(y - marks.pip_radius_mm)
        assert y + marks.pip_radius_mm < marks.height_mm
        assert y - marks.pip_radius_mm > marks.letter_baseline_mm
    assert marks.bands_mm[-1][1] < marks.letter_baseline_mm - marks.letter_cap_mm
