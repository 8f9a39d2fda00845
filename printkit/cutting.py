"""Sheets as SVG for cutting machines, with separate layers to print, fold and cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from kits.inks import Ink
from printkit.adjust import NONE, Adjustment
from printkit.drawing import Area, Disc, Drawing, Lines, Shape, Sheet, Use, Window
from printkit.layers import USES, used_for
from printkit.svg import Layer, layered_svg

_INKS: dict[Use, Ink] = {"cut": Ink("cut", (255, 0, 0)), "fold": Ink("fold", (0, 0, 255))}
"""Red lines are cut and blue ones scored, as most cutting software expects."""


def write_svgs(drawing: Drawing, folder: Path, adjustment: Adjustment = NONE) -> tuple[Path, ...]:
    """Write each sheet of *drawing* into *folder*, creating it if needed. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for sheet in drawing.sheets:
        paths.append(folder / f"sheet-{sheet.number:02}.svg")
        paths[-1].write_text(sheet_svg(sheet, adjustment), encoding="utf-8")
    return tuple(paths)


def sheet_svg(sheet: Sheet, adjustment: Adjustment = NONE) -> str:
    """Return *sheet* as SVG with the layers ``print``, ``fold`` and ``cut``."""
    matrix = None if adjustment == NONE else adjustment.matrix(sheet.width_mm, sheet.height_mm, back=sheet.back)
    layers = [Layer(use, tuple(_marked(used_for(sheet.shapes, use), use)), matrix) for use in USES]
    return layered_svg(layers, (0.0, 0.0, sheet.width_mm, sheet.height_mm), title=sheet.title)


def _marked(shapes: Iterable[Shape], use: Use) -> Iterable[Shape]:
    """Yield *shapes* in the ink by which cutting software knows their use; lines to cut or score are unbroken."""
    for shape in shapes:
        match shape:
            case Area() | Disc() | Lines() if use != "print" and shape.stroke is not None:
                yield replace(shape, stroke=replace(shape.stroke, ink=_INKS[use], dashes_mm=()))
            case Window():
                yield replace(shape, shapes=tuple(_marked(shape.shapes, use)))
            case _:
                yield shape
