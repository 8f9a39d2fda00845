"""Whether the shipped networks can tell the pieces of a kit apart."""

from __future__ import annotations

from collections.abc import Iterable

from kits.kit import Kit
from kits.pieces import Die
from vision.contents import PYRAMID_MODELS, model_for, shape_of
from vision.network import DICE_MODEL, FACE_MODEL, SHAPE_MODEL, STONES, is_shipped


def can_read(kit: Kit) -> bool:
    """Return whether the pieces of *kit* can be read from pictures."""
    return not why_unreadable(kit)


def why_unreadable(kit: Kit) -> str:
    """Return why the pieces of *kit* cannot be read from pictures; empty where they can.

    >>> from kits.tink import KIT
    >>> why_unreadable(KIT)
    ''
    """
    model, pieces = model_for(kit), kit.pieces.values()
    if not is_shipped(model) or (model is DICE_MODEL and not is_shipped(FACE_MODEL)):
        return f"the network {model.file} is not installed"
    if not kit.seats:
        return "" if set(kit.pieces) <= set(STONES) else "pieces that belong to nobody are read as stones b and w only"
    if model is DICE_MODEL:
        known = all(isinstance(piece, Die) and kind == str(piece.faces) for kind, piece in kit.pieces.items())
        return "" if known else "beside dice, called 4, 6 and 8 by their faces, no other pieces are read"
    if model is SHAPE_MODEL and _repeats(map(shape_of, pieces)):
        return "two kinds have the same shape from above"
    if model in PYRAMID_MODELS and _repeats(pyramid.base_mm for pyramid in kit.pyramids.values()):
        return "two kinds are pyramids of the same size"
    return ""


def _repeats(values: Iterable[object]) -> bool:
    found = list(values)
    return len(set(found)) < len(found)
