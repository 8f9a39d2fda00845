"""What is no piece of this game is nobody's: it founds no seat, and it makes no two seats one."""

from __future__ import annotations

import numpy as np
import pytest

from kits import ting, tingle
from kits.colours import COLOURS
from tests.vision.test_seating import GREEN, RED, YELLOW, groups, seated
from vision.contents import of_kit
from vision.network import DICE_MODEL, MARKED_PRESENCE, PYRAMID_MODEL, SHAPE_MODEL, SHAPES, Evidence, shares

MEN = [(0.5, {"white": 0.97})] * 5 + [(0.45, {"black": 0.97})] * 5
"""Chessmen: perhaps pieces, by their looks."""
THING = {"thing": np.array([0.001] * 12 + [0.45] * 10)}
REAL = [(0.999, RED)] * 4 + [(0.999, {"red": 0.3, "orange": 0.7})] * 4 + [(0.999, GREEN)] * 4


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


def test_strangers_make_no_two_seats_one() -> None:
    best = seated([*REAL, *MEN], **THING, seats=3)[0][0]
    assert len({*groups(best, 4)}) == len({*groups(best, 12)[4:8]}) == len({*groups(best, 12)[8:]}) == 1
    assert len({*groups(best, 12)}) == 3
    assert best.strange[:12].max() < 0.2
    assert best.strange[12:].min() > 0.2


def test_seats_with_many_pieces_beyond_doubt_are_no_strangers() -> None:
    seats = [(0.99, {name: 0.97}) for name in COLOURS[:4] for _ in range(6)]
    best = seated(seats, thing=np.full(24, 0.005))[0][0]
    assert len(best.colours) == 4
    assert best.strange.max() < 0.05


def test_a_few_cells_that_are_hardly_covered_stay_pieces() -> None:
    best = seated([(0.99, RED)] * 5 + [(0.9, YELLOW)] * 2, thing=np.array([0.005] * 5 + [0.05] * 2))[0][0]
    assert len(best.colours) == 2
    assert best.strange.max() < 0.5
