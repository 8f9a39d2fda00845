"""Bodies: closed, convex, their faces looking outwards, dice numbered as real dice are."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kits.pieces import Die, Pawn, Slab
from simulator.bodies import Body
from simulator.dice import die, lying, numbering, shape
from simulator.looks import DieStyle, Foot, Material
from simulator.numerals import numeral
from simulator.slabs import pawn, rod, slab
from simulator.suits import SUITS, suit_rings
from simulator.typefaces import TYPEFACES

WOOD = Material((0.5, 0.5, 0.5), seed=3, pip_tint=(0.0, 0.0, 0.0), mark="sun")
DICE = {4: Die("4", 4, 16.0), 6: Die("6", 6, 16.0), 8: Die("8", 8, 16.0), 10: Die("x", 10, 16.0)}
UP = np.array([0.0, 0.0, -1.0])


def all_bodies() -> dict[str, Body]:
    flat = {
        f"{outline} {seed}": slab(Slab("s", outline, 18, 4), 18.0, 4.0, Material((0.5,) * 3, seed=seed))
        for outline in ("square", "triangle", "circle")
        for seed in (1, 2, 3)
    }
    pawns = {
        f"pawn {seed} {i}": part
        for seed in (1, 2, 3, 4)
        for i, part in enumerate(pawn(Pawn("l", 16.0, 28.0), 16.0, 28.0, Material((0.5,) * 3, seed=seed)))
    }
    dice = {
        f"d{n} {bevel}": die(DICE[n], 16.0, 1, Material((0.5,) * 3, dice=DieStyle(0, bevel=bevel)))
        for n in DICE
        for bevel in (0.0, 0.1)
    }
    return {**flat, **pawns, **dice, "rod": rod((20.0, 3.0, 3.0), WOOD)}


BODIES = all_bodies()


@pytest.mark.parametrize("name", BODIES)
def test_a_body_is_closed_convex_and_stands_on_the_table(name: str) -> None:
    body = BODIES[name]
    edges = Counter(frozenset(pair) for face in body.faces for pair in zip(face, (*face[1:], face[0]), strict=True))
    assert set(edges.values()) == {2}
    assert len(body.vertices) - len(edges) + len(body.faces) == 2
    assert len(body.tints) == len(body.faces)
    for face, normal in zip(body.faces, body.normals(), strict=True):
        along = (body.vertices - body.vertices[face[0]]) @ normal
        assert along.max() < 1e-6
        assert np.abs(along[list(face)]).max() < 1e-6
        assert (body.vertices[list(face)].mean(axis=0) - body.centre_mm) @ normal > 0
    if not name.startswith("pawn"):
        assert body.vertices[:, 2].max() == pytest.approx(0, abs=0.9)
    assert body.vertices[:, 2].max() < 1e-6


@pytest.mark.parametrize("layout", range(6))
def test_opposite_faces_have_the_sums_of_real_dice(layout: int) -> None:
    for faces, total in ((6, 7), (8, 9)):
        values, normals = numbering(faces, DieStyle(0, layout=layout)), shape(faces).normals
        assert sorted(values) == list(range(1, faces + 1))
        for value, normal in zip(values, normals, strict=True):
            (other,) = [v for v, n in zip(values, normals, strict=True) if n @ normal < -0.999]
            assert value + other == total
    assert sorted(numbering(4, DieStyle(0, layout=layout))) == [1, 2, 3, 4]


def test_a_d10_lies_on_a_face_opposite_the_one_that_shows_its_value() -> None:
    style = DieStyle(0, layout=4)
    values = numbering(10, style)
    assert sorted(values) == list(range(10))
    assert {one + other for one, other in zip(values, reversed(values), strict=True)} == {9}
    for face in shape(10).faces:
        a, b, c, d = shape(10).vertices[list(face)]
        assert np.dot(np.cross(b - a, c - a), d - a) == pytest.approx(0.0, abs=1e-9)
    for value in range(10):
        whole, shown, _ = lying(DICE[10], 16.0, value, Material((0.5,) * 3, dice=style))
        top = whole.vertices[list(whole.faces[shown.index(value)])]
        assert np.ptp(top[:, 2]) == pytest.approx(0.0, abs=1e-9)
        assert np.ptp(whole.vertices[:, 2]) == pytest.approx(16.0)


def test_numbers_and_suits_are_shapes_of_their_own() -> None:
    for typeface in range(len(TYPEFACES)):
        shapes = {value: numeral(value, typeface) for value in range(1, 9)}
        assert len(shapes[8]) == 3
        assert len(shapes[6]) == 2
        assert all(len(shapes[value]) == 1 for value in (1, 2, 3, 5, 7))
        assert len(numeral(6, typeface, Foot("dot"))) == len(numeral(6, typeface, Foot("line"))) == 3
    assert all(np.abs(ring).max() < 1.3 for suit in SUITS for ring in suit_rings(suit))


def test_marks_at_the_foot_of_a_6_lie_below_it_or_after_it() -> None:
    for sign, side in (("line", (0, 1)), ("under", (0, 1)), ("dot", (1, 1))):
        *shapes, mark = numeral(6, 0, Foot(sign, size=1.3, apart=0.05))  # type: ignore[arg-type]
        high = np.vstack(shapes).max(axis=0)
        assert (mark.mean(axis=0) > high * side - 0.15).all()
        assert (mark.min(axis=0)[1] > high[1]) == (sign != "dot")
        both = np.vstack(numeral(6, 0, Foot(sign, together=True)))  # type: ignore[arg-type]
        np.testing.assert_allclose(both.min(axis=0), -both.max(axis=0), atol=1e-9)
    assert len(numeral(8, 0, Foot("dot"))) == len(numeral(8, 0))
