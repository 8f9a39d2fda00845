"""How thick flat pieces of paper become, for the guide."""

from __future__ import annotations

from kits.kit import Kit
from kits.thickness import CARD_GSM, CARD_MM, ONE_FOLD, QUICK_GSM, QUICK_MM, strip_layers, usual_mm
from printkit.job import Job

_ONE_LAYER = (
    f"Flat pieces are one layer of {QUICK_GSM} g/m² paper, {QUICK_MM:g} mm thick; cardboard under them helps fingers"
)
_TWO_LAYERS = (
    f"Stones are two layers of {QUICK_GSM} g/m² paper, {2 * QUICK_MM:g} mm thick; cardboard between them helps fingers"
)


def flat_mm(kit: Kit, job: Job) -> float:
    """Return the thickness of a flat piece as *job* makes it."""
    return layers(kit, job) * (QUICK_MM if job.quick else CARD_MM)


def layers(kit: Kit, job: Job) -> int:
    """Return how many layers of paper a flat piece consists of."""
    if job.two_sided:
        return ONE_FOLD if job.gutterfold else 1
    if job.quick:
        return 1 if kit.seats else ONE_FOLD
    return strip_layers(kit)


def thickness_note(kit: Kit, job: Job) -> str:
    """Return how thick the flat pieces become and what to glue on; nothing for a kit without flat pieces."""
    usual = usual_mm(kit)
    if not usual:
        return ""
    if job.quick:
        return _ONE_LAYER if layers(kit, job) == 1 else _TWO_LAYERS
    count = layers(kit, job)
    made_mm = round(CARD_MM * count, 1)
    made = f"{count} layers of {CARD_GSM} g/m² card" if count > 1 else f"one layer of {CARD_GSM} g/m² card"
    return (
        f"Flat pieces are {made}, {made_mm:g} mm thick. Kiebitz reads them like that; to have {usual:g} mm in hand, "
        f"glue them on {usual - made_mm:.1f} mm of cardboard, foam board or felt"
    )
