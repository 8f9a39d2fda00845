"""What of a drawing is printed, scored or cut."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from printkit.drawing import Area, Disc, Label, Lines, Shape, Use, Window

USES: tuple[Use, ...] = ("print", "fold", "cut")


def used_for(shapes: Iterable[Shape], use: Use) -> Iterable[Shape]:
    """Yield the parts of *shapes* that belong to *use*. A filled shape with a cut outline has parts of both."""
    for shape in shapes:
        match shape:
            case Area() | Disc():
                if shape.stroke is not None and shape.stroke.use == use != "print":
                    yield replace(shape, fill=None)
                elif use == "print":
                    kept = shape.stroke if shape.stroke is not None and shape.stroke.use == "print" else None
                    if kept or shape.fill:
                        yield replace(shape, stroke=kept)
            case Lines(stroke=stroke) if stroke.use == use:
                yield shape
            case Label() if use == "print":
                yield shape
            case Window():
                if inner := tuple(used_for(shape.shapes, use)):
                    yield replace(shape, shapes=inner)
            case _:
                pass
