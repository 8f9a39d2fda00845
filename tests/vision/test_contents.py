"""Which of a game's two sets of pieces is played with: what is seen of shapes decides."""

from __future__ import annotations

import numpy as np
import pytest

from kits import tingle
from vision.contents import plays_other_pieces
from vision.network import MARKED_PRESENCE, PRESENCE, SHAPES, Evidence


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
