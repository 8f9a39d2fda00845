"""The rendered kit is the printed one: cut out of its pages, folded along its folds, glued where it says."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from benchmarks.path_traced import POSITIONS, Mesh, board_meshes, nets, piece_meshes
from core.games import find
from kits.tink import KIT
from printkit.book import draw_kit
from printkit.drawing import Sheet
from printkit.job import Job


@cache
def sheets() -> tuple[Sheet, ...]:
    return draw_kit(KIT, Job(portions=("board", "pieces")), ("A", "B")).sheets


def test_every_piece_is_found_on_its_page() -> None:
    for seat in "AB":
        for kind, places in nets(KIT, sheets(), seat).items():
            assert len(places) >= KIT.stock[kind]
            assert all(f"player {seat}" in sheets()[page].title for page, _ in places)


@pytest.mark.parametrize("game", POSITIONS)
def test_pyramids_are_folded_without_stretching(game: str) -> None:
    rules = find(game)
    contents = rules.contents(rules.parse_position(POSITIONS[game], rules.options()))
    meshes = list(piece_meshes(KIT, sheets(), contents))
    assert len(meshes) == 2 * sum(KIT.stock.values())
    for mesh in meshes:
        assert off(mesh) < 1.5


def off(mesh: Mesh) -> float:
    """Return by how many mm an edge's length in space and on paper differ at most."""
    worst = 0.0
    for face, printed in zip(mesh.faces, mesh.printed, strict=True):
        for (i, p), (j, q) in pairwise([*zip(face, printed, strict=True), (face[0], printed[0])]):
            worst = max(worst, abs(math.dist(mesh.vertices[i], mesh.vertices[j]) - math.dist(p, q)))
    return worst


def test_the_parts_of_the_board_cover_it() -> None:
    meshes = list(board_meshes(KIT, sheets()))
    corners = np.array([vertex for mesh in meshes for vertex in mesh.vertices])
    band = KIT.band_mm
    assert np.allclose(corners[:, :2].min(axis=0), (-band, -band))
    assert np.allclose(corners[:, :2].max(axis=0), (KIT.plan.width_mm + band, KIT.plan.height_mm + band))
    assert all(off(mesh) < 1e-6 for mesh in meshes)
