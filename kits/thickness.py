"""How thick flat printed pieces become: layers of paper or card, glued on each other.

``kits.pieces`` has the sizes of the games' own pieces, which are thicker. Printed ones
are as said here, in the guide as on the simulator's tables.
"""

from __future__ import annotations

from kits.kit import Kit
from kits.pieces import Slab
from kits.strip import PANELS, STONE_PANELS

CARD_GSM = 200
CARD_MM = 0.27
"""Thickness of uncoated card of ``CARD_GSM`` g/m²; the same weight varies between 0.22 and 0.30 mm."""
QUICK_GSM = 160
QUICK_MM = 0.2
"""Thickness of uncoated paper of ``QUICK_GSM`` g/m², which folds without a score."""
PAPER_MM = 0.1
"""Thickness of ordinary paper of 80 g/m²."""
ONE_FOLD = 2
"""Layers of a piece folded once, or printed on both halves of a folded sheet."""


def strip_layers(kit: Kit) -> int:
    """Return of how many layers a flat piece of *kit* is that is folded from a strip."""
    return PANELS if kit.seats else STONE_PANELS


def usual_mm(kit: Kit) -> float:
    """Return the height of the thickest flat piece of *kit* as its rules have it; 0 if it has none."""
    return max((piece.height_mm for piece in kit.pieces.values() if isinstance(piece, Slab)), default=0.0)
