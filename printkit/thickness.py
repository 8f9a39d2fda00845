"""How thick flat pieces of paper are, and what is missing from the thickness that Kiebitz expects."""

from __future__ import annotations

from kits.kit import Kit
from kits.pieces import Slab
from kits.strip import PANELS
from printkit.job import Job
from printkit.parts import STONE_PANELS

CARD_GSM = 200
CARD_MM = 0.27
"""Thickness of uncoated card of ``CARD_GSM`` g/m²; the same weight varies between 0.22 and 0.30 mm."""


QUICK_GSM = 160
QUICK_MM = 0.2
"""Thickness of uncoated paper of ``QUICK_GSM`` g/m², which folds without a score."""


def flat_mm(kit: Kit, job: Job) -> float:
    """Return the thickness of a flat piece as *job* makes it."""
    return layers(kit, job) * (QUICK_MM if job.quick else CARD_MM)


def layers(kit: Kit, job: Job) -> int:
    """Return how many layers of paper a flat piece consists of."""
    if job.two_sided:
        return 2 if job.gutterfold else 1
    if job.quick:
        return 1 if kit.seats else 2
    return PANELS if kit.seats else STONE_PANELS


def thickness_note(kit: Kit, job: Job) -> str:
    """Return how thick the flat pieces become and what to glue on; nothing for a kit without flat pieces."""
    expected = max((piece.height_mm for piece in kit.pieces.values() if isinstance(piece, Slab)), default=0.0)
    if not expected:
        return ""
    count = layers(kit, job)
    paper = round(CARD_MM * count, 1)
    made = f"{count} layers of {CARD_GSM} g/m² card" if count > 1 else f"one layer of {CARD_GSM} g/m² card"
    return (
        f"Flat pieces are {made}, {paper:g} mm thick. Kiebitz expects {expected:g} mm: glue them on "
        f"{expected - paper:.1f} mm of cardboard, foam board or felt"
    )
