"""Nets of polyhedra and strips: their parts are the true faces, nothing overlaps, and a few tabs hold them."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from kits import tinker_tactics
from kits.dice import body, numerals
from kits.fold import (
    Net,
    Point,
    Polyhedron,
    cube,
    glued_edges,
    octahedron,
    open_box,
    prism,
    shared,
    tetrahedron,
    unfold,
)
from kits.pawn import tower, tower_net, wall_marks
from kits.pieces import Die, Pawn, Slab
from kits.rigid import fewest_tabs, freedom
from kits.strip import strip
from kits.suits import suit
from kits.tingle import KIT

BODIES = {
    "tetrahedron": tetrahedron(21.0),
    "cube": cube(16.0),
    "octahedron": octahedron(18.0),
    "pawn": prism(6, 15.9, 28.6),
    "narrowing pawn": tower(Pawn("l", 15.9, 28.6)),
    "tray": open_box((84.0, 56.0, 18.0)),
}
DICE = [piece for piece in tinker_tactics.KIT.pieces.values() if isinstance(piece, Die)]


def _area(points: object) -> float:
    x, y = np.array(points, dtype=float).T
    return abs(float(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1)))) / 2


def _painted(rings: object, outline: tuple[Point, ...], scale: float = 20.0) -> float:
    """Return the area in mm² that *rings* (or, for one ring, it) cover together."""
    low = np.min(outline, axis=0) - 1
    size = (np.max(outline, axis=0) - low + 1) * scale
    canvas = np.zeros((int(size[1]), int(size[0])), np.uint8)
    for ring in rings:  # type: ignore[attr-defined]
        cv2.fillPoly(canvas, [np.round((np.array(ring) - low) * scale).astype(np.int32)], (1,))
    return float(canvas.sum()) / scale**2


@pytest.mark.parametrize("name", BODIES)
def test_faces_look_outwards_and_keep_their_true_shape(name: str) -> None:
    shape = BODIES[name]
    flat = unfold(shape, tab_mm=4.0)
    centre = np.mean(shape.vertices, axis=0)
    for ring, face in zip(shape.faces, flat.faces, strict=True):
        corners = np.array([shape.vertices[k] for k in ring])
        normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
        assert np.dot(normal, corners[0] - centre) > 0
        for a in range(len(ring)):
            for b in range(a):
                assert math.dist(face[a], face[b]) == pytest.approx(float(np.linalg.norm(corners[a] - corners[b])))
        turned = sum(p[0] * q[1] - q[0] * p[1] for p, q in zip(face, (*face[1:], face[0]), strict=True))
        assert turned < 0, "a ring runs counter-clockwise as seen, y pointing down"


@pytest.mark.parametrize("name", BODIES)
def test_a_net_hangs_together_by_its_folds_and_overlaps_nowhere(name: str) -> None:
    shape = BODIES[name]
    flat = unfold(shape, tab_mm=4.0)
    assert len(flat.folds) == len(flat.faces) - 1 + len(flat.tabs)
    parts = (*flat.faces, *flat.tabs)
    whole = sum(_area(part) for part in parts)
    assert _area(flat.outline) == pytest.approx(whole, rel=1e-9)
    assert _painted(parts, flat.outline) == pytest.approx(_painted([flat.outline], flat.outline), rel=0.002)
    assert _painted(parts, flat.outline) == pytest.approx(whole, rel=0.02)


@pytest.mark.parametrize("name", BODIES)
def test_every_edge_that_meets_another_has_one_fold_or_one_tab(name: str) -> None:
    shape = BODIES[name]
    flat = unfold(shape, tab_mm=4.0)
    edges = [frozenset((ring[k], ring[(k + 1) % len(ring)])) for ring in shape.faces for k in range(len(ring))]
    meeting = {edge for edge in edges if edges.count(edge) == 2}
    assert len(flat.folds) == len(meeting)
    assert len(shape.vertices) - len(set(edges)) + len(shape.faces) == (1 if name == "tray" else 2)


@pytest.mark.parametrize("name", BODIES)
def test_a_tab_lies_wholly_under_the_face_that_closes_over_it(name: str) -> None:
    shape = BODIES[name]
    flat = unfold(shape, tab_mm=9.0 if name == "tray" else 5.0)
    for ((face, edge), other), tab in zip(glued_edges(shape).items(), flat.tabs, strict=True):
        here, there = shared(shape.faces[face], shape.faces[other])
        assert here == edge
        start, end = (complex(*flat.faces[face][(edge + k) % len(flat.faces[face])]) for k in (1, 0))
        over = [complex(*point) for point in flat.faces[other]]
        turn = (end - start) / (over[(there + 1) % len(over)] - over[there])
        ring = np.array([(z.real, z.imag) for z in (start + (z - over[there]) * turn for z in over)], dtype=np.float32)
        assert min(cv2.pointPolygonTest(ring, point, measureDist=True) for point in tab) > -0.01


@pytest.mark.parametrize("die", DICE, ids=lambda die: f"d{die.faces}")
def test_dice_are_numbered_as_dice_are(die: Die) -> None:
    shape = body(die)
    flat = unfold(shape, tab_mm=4.0)
    shown = [numerals(die, shape, face, corners) for face, corners in enumerate(flat.faces)]
    assert sorted({n.value for face in shown for n in face}) == list(range(1, die.faces + 1))
    normals = [_normal(shape, face) for face in range(len(shape.faces))]
    if die.faces == 4:
        for face, ring in enumerate(shape.faces):
            for numeral, vertex in zip(shown[face], ring, strict=True):
                assert numeral.value == vertex + 1, "the same value on all faces around a tip"
                assert math.dist(numeral.at, numeral.head) < math.dist((0.0, 0.0), flat.faces[0][0])
        return
    for face, normal in enumerate(normals):
        opposite = next(k for k, other in enumerate(normals) if np.allclose(other, -normal))
        assert shown[face][0].value + shown[opposite][0].value == die.faces + 1


def _normal(shape: Polyhedron, face: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    a, b, c = (np.array(shape.vertices[k]) for k in shape.faces[face][:3])
    normal = np.cross(b - a, c - b)
    return np.asarray(normal / np.linalg.norm(normal))


@pytest.mark.parametrize("outline", ["square", "triangle", "circle"])
def test_a_strip_folds_every_panel_on_to_the_first(outline: str) -> None:
    slab = Slab("x", outline, across_mm=18.0, height_mm=4.0)  # type: ignore[arg-type]
    flat = strip(slab)
    for number, panel in enumerate(flat.panels):
        folded = list(panel)
        for fold in reversed(flat.folds[:number]):
            a, b = complex(*fold[0]), complex(*fold[1])
            mirrored = [a + (b - a) * ((complex(*p) - a) / (b - a)).conjugate() for p in folded]
            folded = [(z.real, z.imag) for z in mirrored]
        assert np.array(folded) == pytest.approx(np.array(flat.panels[0]), abs=1e-6)
    assert _area(flat.outline) == pytest.approx(sum(_area(panel) for panel in flat.panels), rel=1e-6)
    wide = np.ptp(np.array(flat.panels[0]), axis=0)
    assert max(wide) == pytest.approx(18.0, abs=0.05)


def test_suits_differ_and_stay_in_their_box() -> None:
    seen = {suit(seat) for seat in "ABCD"}
    assert len(seen) == 4
    assert all(max(abs(x), abs(y)) <= 0.5 + 1e-9 for rings in seen for ring in rings for x, y in ring)


def test_a_net_of_faces_that_do_not_meet_is_refused() -> None:
    whole = cube(10.0)
    with pytest.raises(ValueError, match="do not meet"):
        unfold(Polyhedron(whole.vertices, (whole.faces[0], whole.faces[5]), (0,)), tab_mm=2.0)


def test_a_tab_is_never_wider_than_its_edge_allows() -> None:
    flat: Net = unfold(cube(4.0), tab_mm=9.0)
    assert all(_area(tab) < 4.0 * 4.0 / 2 for tab in flat.tabs)


TABS = {"tetrahedron": 2, "cube": 2, "octahedron": 3, "pawn": 2, "tray": 2}
"""How many tabs hold a body together."""


@pytest.mark.parametrize(("name", "count"), TABS.items())
def test_a_few_tabs_leave_nothing_loose_and_none_can_be_spared(name: str, count: int) -> None:
    shape = BODIES[name]
    every, kept = glued_edges(shape), fewest_tabs(shape)
    assert len(kept) == count < len(every)
    joined = [(face, every[face, edge]) for face, edge in kept]
    assert freedom(shape, joined) == 0
    assert all(freedom(shape, [pair for pair in joined if pair != left_out]) > 0 for left_out in joined)


def test_an_unglued_net_moves_in_as_many_ways_as_it_has_folds() -> None:
    assert freedom(tetrahedron(21.0), []) == 3
    assert freedom(cube(16.0), []) == 5


def test_a_net_has_only_the_tabs_that_are_asked_for() -> None:
    shape = cube(16.0)
    flat = unfold(shape, tab_mm=4.0, glued=fewest_tabs(shape))
    assert len(flat.tabs) == 2
    assert len(flat.folds) == 5 + 2


_PIECE = KIT.pieces["l"]
assert isinstance(_PIECE, Pawn)
PAWN = _PIECE


def test_most_of_what_is_seen_of_a_pawn_from_above_are_its_walls() -> None:
    shape = tower(PAWN)
    top, foot = ([shape.vertices[k] for k in shape.faces[face]] for face in (0, -1))
    share = (max(math.hypot(x, y) for x, y, _ in top) / max(math.hypot(x, y) for x, y, _ in foot)) ** 2
    assert share < 0.3


def test_no_tab_of_a_pawn_is_too_short_to_be_glued() -> None:
    assert min(math.dist(tab[0], tab[-1]) for tab in tower_net(PAWN).tabs) > 5


def test_the_marks_of_a_pawn_stand_inside_its_walls() -> None:
    net = tower_net(PAWN)
    marks = list(wall_marks(net))
    assert len(marks) == len(net.faces) - 2
    for (_, b, c, _), mark in zip(net.faces[1:-1], marks, strict=True):
        foot = (b[0] + c[0]) / 2, (b[1] + c[1]) / 2
        assert mark.size_mm / 2 < math.dist(mark.at, foot) < math.dist(mark.head, foot)
        assert mark.size_mm < math.dist(b, c)
