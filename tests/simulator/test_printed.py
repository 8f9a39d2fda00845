"""Printed pieces on the pretend table: folded from what printkit prints, as thick as glued paper."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.pieces import Slab
from kits.thickness import CARD_MM, PAPER_MM, strip_layers
from simulator.printed import printed_faces
from simulator.things import placed_bodies
from simulator.unseen import draw_printed

KITS = {"tink": tink.KIT, "ting": ting.KIT, "tingle": tingle.KIT, "tinker": tinker_tactics.KIT}


@pytest.mark.parametrize("name", KITS)
def test_every_mark_lies_on_its_face(name: str) -> None:
    kit = KITS[name]
    for solid in kit.pieces.values():
        faces = printed_faces(solid, "A", suited=kit.suited)
        assert any(face.marks for face in faces)
        for face in faces:
            low, high = face.corners.min(axis=0) - 0.5, face.corners.max(axis=0) + 0.5
            for rings in face.marks:
                assert (rings[0] >= low).all()
                assert (rings[0] <= high).all()


@pytest.mark.parametrize("name", KITS)
def test_marks_lie_in_the_plane_of_the_folded_face(name: str) -> None:
    kit = KITS[name]
    scene = draw_printed(np.random.default_rng(3), tier="easy", kit=kit)
    for piece in scene.pieces:
        for body in placed_bodies(piece, scene.kit.plan, scene.kit.pieces[piece.kind]):
            assert body.decals
            normals = body.normals()
            for decal in body.decals:
                corner = body.vertices[body.faces[decal.face][0]]
                assert np.abs((decal.outline_mm - corner) @ normals[decal.face]).max() < 0.5


def kits_with_flat_pieces() -> list[Kit]:
    return [ting.KIT, tingle.KIT, tabik.kit(board_size=6)]


@pytest.mark.parametrize("kit", kits_with_flat_pieces(), ids=lambda kit: kit.name)
def test_flat_printed_pieces_are_as_thick_as_glued_paper(kit: Kit) -> None:
    most = strip_layers(kit) * CARD_MM
    seen = set()
    for seed in range(8):
        scene = draw_printed(np.random.default_rng(seed), tier="easy", kit=kit)
        heights = {piece.material.flat_mm for piece in scene.pieces if isinstance(scene.kit.pieces[piece.kind], Slab)}
        assert len(heights) <= 1
        seen |= heights
        assert all(PAPER_MM <= height <= most for height in heights)
    assert max(seen) > 2 * min(seen)
