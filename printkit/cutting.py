"""Sheets as SVG for cutting machines, with separate layers to print, fold and cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Literal

from kits.inks import Ink
from printkit.adjust import NONE, Adjustment
from printkit.drawing import Area, Disc, Drawing, Label, Lines, Shape, Sheet, Stroke, Window
from printkit.svg import Layer, layered_svg

Use = Literal["print", "cut", "fold"]
_INKS: dict[Use, Ink] = {"cut": Ink("cut", (255, 0, 0)), "fold": Ink("fold", (0, 0, 255))}
"""Red lines are cut and blue ones scored, as most cutting software expects."""


def write_svgs(drawing: Drawing, folder: Path, adjustment: Adjustment = NONE) -> tuple[Path, ...]:
    """Write each sheet of *drawing* into *folder*, creating it if needed. Raises ``OSError``."""
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for number, sheet in enumerate(drawing.sheets, start=1):
        paths.append(folder / f"sheet-{number:02}.svg")
        paths[-1].write_text(sheet_svg(sheet, adjustment), encoding="utf-8")
    return tuple(paths)


def sheet_svg(sheet: Sheet, adjustment: Adjustment = NONE) -> str:
    """Return *sheet* as SVG with the layers ``print``, ``fold`` and ``cut``."""
    matrix = None if adjustment == NONE else adjustment.matrix(sheet.width_mm, sheet.height_mm, back=sheet.back)
    uses: tuple[Use, ...] = ("print", "fold", "cut")
    layers = [Layer(use, tuple(_of(sheet.shapes, use)), matrix) for use in uses]
    return layered_svg(layers, (0.0, 0.0, sheet.width_mm, sheet.height_mm), title=sheet.title)


def _of(shapes: Iterable[Shape], use: Use) -> Iterable[Shape]:
    """Yield the parts of *shapes* that belong to the layer *use*. A filled shape with a cut outline goes to both."""
    for shape in shapes:
        match shape:
            case Area() | Disc():
                if shape.stroke is not None and shape.stroke.use == use != "print":
                    yield replace(shape, fill=None, stroke=_dyed(shape.stroke, use))
                elif use == "print":
                    kept = shape.stroke if shape.stroke is not None and shape.stroke.use == "print" else None
                    if kept or shape.fill:
                        yield replace(shape, stroke=kept)
            case Lines(stroke=stroke) if stroke.use == use:
                yield shape if use == "print" else replace(shape, stroke=_dyed(stroke, use))
            case Label() if use == "print":
                yield shape
            case Window():
                if inner := tuple(_of(shape.shapes, use)):
                    yield replace(shape, shapes=inner)
            case _:
                pass


def _dyed(stroke: Stroke, use: Use) -> Stroke:
    return replace(stroke, ink=_INKS[use], dashes_mm=())
