"""What is seen of cells: which kits can be read, cells that look alike, what is printed, and what is no piece."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from kits import tabik, ting, tingle, tink, tinker_tactics
from kits.kit import Kit
from kits.pieces import Die, Piece, Pyramid, Slab
from vision.alike_cells import against_ground, settled, without_marks
from vision.contents import can_read, of_kit, plays_other_pieces, why_unreadable
from vision.network import (
    DICE_MODEL,
    MARKED_PRESENCE,
    PRESENCE,
    PYRAMID_MODEL,
    SHAPE_MODEL,
    SHAPES,
    Evidence,
    Floats,
    log_shares,
    shares,
)

DISC = Slab("s", "circle", across_mm=18.0, height_mm=4.0)
CONE = Pyramid("m", base_mm=18.0, height_mm=30.0, pips=2)


def kit_of(**pieces: Piece) -> Kit:
    return replace(tink.KIT, pieces=pieces, stock=dict.fromkeys(pieces, 3))


@pytest.mark.parametrize("kit", [tink.KIT, tingle.KIT, tingle.WITH_PYRAMIDS, tabik.KIT, tinker_tactics.KIT])
def test_shipped_kits_can_be_read(kit: Kit) -> None:
    assert can_read(kit)


@pytest.mark.parametrize(
    ("kit", "words"),
    [
        (kit_of(s=DISC, m=replace(DISC, across_mm=10.0)), "two kinds have the same shape"),
        (kit_of(s=CONE, m=replace(CONE, height_mm=40.0)), "two kinds are pyramids of the same size"),
        (kit_of(s=CONE, d=Die("6", 6, edge_mm=16.0)), "beside dice, called 4, 6 and 8"),
        (replace(tabik.KIT, pieces={"g": DISC}, stock={"g": 9}), "stones b and w only"),
    ],
)
def test_what_cannot_be_told_apart_is_named(kit: Kit, words: str) -> None:
    assert words in why_unreadable(kit)


def seen(*shapes: str) -> Evidence:
    """Return what the network of shapes says of cells with pieces of *shapes* and of some bare ones."""
    cells = [*shapes, *[""] * 5]
    presence = [PRESENCE.index("piece" if shape else "empty") for shape in cells]
    shape = [SHAPES.index(shape or "square") for shape in cells]
    return {
        "presence": np.asarray(8 * np.eye(len(MARKED_PRESENCE))[presence], dtype=np.float32),
        "shape": np.asarray(6 * np.eye(len(SHAPES))[shape], dtype=np.float32),
    }


@pytest.mark.parametrize("shapes", [("pawn",), ("pawn", "pyramid"), ("circle", *["pyramid"] * 4)])
def test_a_shape_that_only_the_own_set_has_tells_it(shapes: tuple[str, ...]) -> None:
    assert not plays_other_pieces(seen(*shapes), tingle.KIT)


def test_pyramids_alone_are_the_other_set() -> None:
    assert plays_other_pieces(seen(*["pyramid"] * 6), tingle.KIT)
    assert plays_other_pieces(seen(*["pyramid"] * 12, "pawn"), tingle.KIT)


SHAPE = len(SHAPES)
PIECE, BARE, OPEN = (-6.0, 0.0, -6.0), (0.0, -6.0, -6.0), (0.0, 1.4, -6.0)
SQUARE = (0.0, *[-5.0] * (SHAPE - 1))
EITHER = (0.0, 0.0, *[-5.0] * (SHAPE - 2))


def board(*cells: tuple[tuple[float, ...], str, tuple[float, ...]]) -> Evidence:
    """Return evidence of cells given as (presence, colour, shape), each in nats."""
    names = ("red", "green")
    colour = np.full((len(cells), 10), -6.0)
    for row, (_, name, _) in enumerate(cells):
        colour[row, names.index(name)] = 0.0
    parts = {"presence": [cell[0] for cell in cells], "colour": colour, "shape": [cell[2] for cell in cells]}
    return {name: np.array(part, dtype=np.float32) for name, part in parts.items()}


def presence(evidence: Evidence) -> Floats:
    return np.exp(log_shares(evidence["presence"]))


def test_a_doubtful_cell_is_what_the_sure_ones_are_that_look_like_it() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 4, *[(BARE, "green", EITHER)] * 6, (OPEN, "green", EITHER))
    before, after = presence(seen)[-1], presence(settled(seen))[-1]
    assert before[0] == pytest.approx(0.2, abs=0.02)
    assert after[0] > before[0]


def test_a_cell_like_no_other_stays_as_it_was() -> None:
    seen = board(*[(PIECE, "red", SQUARE)] * 4, (OPEN, "green", (*[-10.0] * (SHAPE - 1), 0.0)))
    after = settled(seen)
    np.testing.assert_allclose(presence(after)[-1], presence(seen)[-1], atol=0.02)


def test_a_piece_takes_the_shape_of_those_like_it() -> None:
    doubtful = (0.0, -0.5, *[-5.0] * (SHAPE - 2))
    seen = board(*[(PIECE, "red", SQUARE)] * 5, (PIECE, "red", doubtful))
    after = settled(seen)
    before = np.exp(log_shares(seen["shape"]))[-1, 0]
    assert np.exp(log_shares(after["shape"]))[-1, 0] > before + 0.1


CELLS = ting.KIT.plan.cells
RINGED = np.isin(CELLS, ting.KIT.ground.ringed)
NOWHERE = np.zeros(len(CELLS), dtype=bool)


def _evidence(marked: np.ndarray) -> Evidence:
    """What a network says of an empty board with marks where *marked*."""
    count = len(CELLS)
    evidence = {name: np.zeros((count, width), dtype=np.float32) for name, width in SHAPE_MODEL.fields.items()}
    evidence["presence"][:] = np.where(marked[:, None], (-6.0, -2.0, -9.0, 6.0), (4.0, -4.0, -9.0, -6.0))
    return evidence


def _pieces(evidence: Evidence) -> list[str]:
    """Where a piece is seen."""
    seen = against_ground(without_marks(evidence, CELLS, ting.KIT), CELLS, ting.KIT)["presence"]
    assert seen.shape == (len(CELLS), 3)
    return [cell for cell, row in zip(CELLS, seen, strict=True) if row.argmax() == 1]


def test_what_looks_like_a_mark_is_one_where_marks_are() -> None:
    assert _pieces(_evidence(RINGED)) == []
    assert _pieces(_evidence(NOWHERE)) == []


def test_what_looks_like_a_mark_is_a_piece_where_no_marks_are() -> None:
    evidence = _evidence(RINGED)
    evidence["presence"][CELLS.index("c3")] = (-9.0, -1.0, -9.0, 6.0)
    assert _pieces(evidence) == ["c3"]


def test_the_only_mark_of_a_board_is_a_piece() -> None:
    evidence = _evidence(NOWHERE)
    evidence["presence"][CELLS.index("e5")] = (-6.0, 3.5, -9.0, 4.0)
    assert _pieces(evidence) == ["e5"]


def says(shape: str, piece_nats: float) -> Evidence:
    """Return what the network of shapes says of one cell: a piece by *piece_nats* rather than covered."""
    presence = np.full((1, len(MARKED_PRESENCE)), -9.0)
    presence[0, 1:3] = (piece_nats, 0.0)
    return {
        "presence": presence.astype(np.float32),
        "shape": np.asarray(8 * np.eye(len(SHAPES))[[SHAPES.index(shape)]], dtype=np.float32),
    }


def covered(evidence: Evidence) -> float:
    return float(shares(evidence["presence"])[0, 2])


def test_a_shape_that_no_piece_of_the_kit_has_is_no_piece() -> None:
    assert covered(of_kit(says("circle", 6.0), SHAPE_MODEL, ting.KIT)) < 0.03
    assert covered(of_kit(says("pawn", 6.0), SHAPE_MODEL, ting.KIT)) > 0.5
    assert covered(of_kit(says("pawn", 6.0), SHAPE_MODEL, tingle.KIT)) < 0.03


def test_a_little_for_a_piece_is_nothing_for_one() -> None:
    seen = {"presence": says("pawn", 2.0)["presence"][:, :3]}
    assert covered(seen) < 0.15
    assert covered(of_kit(seen, PYRAMID_MODEL, tingle.WITH_PYRAMIDS)) > 0.5
    assert covered(of_kit(seen, DICE_MODEL, tingle.WITH_PYRAMIDS)) == pytest.approx(covered(seen))
