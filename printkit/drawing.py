"""Drawings as values in millimetres, independent of any output format.

Sheet frame: origin at the top left of the paper, x right, y down. Shapes are painted in
order, later ones on top.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from kits.inks import Ink

T = TypeVar("T")
Point = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Align = Literal["left", "centre", "right"]


Duplex = Literal["", "long", "short"]
"""Single-sided, or double-sided with the sheet turned over along its long or short edge."""


Use = Literal["print", "cut", "fold"]
USES: tuple[Use, ...] = ("print", "fold", "cut")


Role = Literal["H1", "H2", "P", "Lbl", "LBody", "TH", "TD", "Figure", "Artifact"]
"""A structure type of PDF: headings, paragraphs, a list's marks and items, a table's heads and cells, pictures."""


@dataclass(frozen=True, slots=True)
class Tag:
    """What shapes in a row are to someone who has the document read out; ``Artifact`` is nothing."""

    role: Role
    text: str = ""
    """The words in full, or a description of the picture."""


DECORATION = Tag("Artifact")


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line's ink, width, dashes (on, off, …; none for a solid line) and purpose."""

    ink: Ink
    width_mm: float
    dashes_mm: tuple[float, ...] = ()
    use: Use = "print"


@dataclass(frozen=True, slots=True)
class Area:
    """A filled or outlined area with the even-odd rule: a point inside an even number of rings is a hole."""

    rings: tuple[tuple[Point, ...], ...]
    fill: Ink | None = None
    stroke: Stroke | None = None
    tag: Tag | None = None

    @classmethod
    def of(cls, points: Iterable[Point], fill: Ink | None = None, stroke: Stroke | None = None) -> Area:
        """Return the area inside one ring of *points*."""
        return cls((tuple(points),), fill, stroke)

    @classmethod
    def box(cls, box: Box, fill: Ink | None = None, stroke: Stroke | None = None) -> Area:
        """Return a rectangle."""
        return cls.of(corners_of(box), fill, stroke)


@dataclass(frozen=True, slots=True)
class Lines:
    """Open lines that share a stroke; each runs through two or more points."""

    runs: tuple[tuple[Point, ...], ...]
    stroke: Stroke
    tag: Tag | None = None


@dataclass(frozen=True, slots=True)
class Disc:
    """A circle."""

    centre: Point
    radius_mm: float
    fill: Ink | None = None
    stroke: Stroke | None = None
    tag: Tag | None = None


@dataclass(frozen=True, slots=True)
class Label:
    """One line of text; ``at`` is on its baseline, ``turn_deg`` is clockwise as seen."""

    text: str
    at: Point
    size_mm: float
    ink: Ink
    bold: bool = False
    align: Align = "left"
    turn_deg: float = 0.0
    tag: Tag | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """Shapes clipped to a ring, in the frame of the surrounding shapes."""

    ring: tuple[Point, ...]
    shapes: tuple[Shape, ...]
    tag: Tag | None = None


Shape = Area | Lines | Disc | Label | Window


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one sheet of paper."""

    title: str
    width_mm: float
    height_mm: float
    shapes: tuple[Shape, ...]
    trim: Box | None = None
    """The sheet after cutting, if that is a single rectangle."""
    back: bool = False
    """Whether this is the other side of the sheet before it."""
    number: int = 1
    """The number printed at its foot."""
    name: str = ""
    """Its English title, whatever language it is printed in; programs identify it by this."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A document."""

    title: str
    subject: str
    sheets: tuple[Sheet, ...]
    duplex: Duplex = ""
    language: str = "en"
    """The code of the language of its words."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A clockwise rotation about the origin, then a translation.

    >>> x, y = Pose(10.0, 0.0, turn_deg=90.0).point((2.0, 0.0))
    >>> round(x, 9), round(y, 9)
    (10.0, 2.0)
    """

    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0

    def point(self, point: Point) -> Point:
        """Return the image of *point*."""
        x, y = point
        if not self.turn_deg:
            return x + self.x_mm, y + self.y_mm
        turn = math.radians(self.turn_deg)
        return (
            x * math.cos(turn) - y * math.sin(turn) + self.x_mm,
            x * math.sin(turn) + y * math.cos(turn) + self.y_mm,
        )


def moved(shapes: Iterable[Shape], pose: Pose) -> tuple[Shape, ...]:
    """Return *shapes* moved by *pose*."""
    return tuple(_changed(shape, pose.point, turn_deg=pose.turn_deg) for shape in shapes)


def tagged(shapes: Iterable[Shape], tag: Tag) -> tuple[Shape, ...]:
    """Return *shapes*, those without a tag with *tag*."""
    return tuple(shape if shape.tag else replace(shape, tag=tag) for shape in shapes)


def recoloured(shapes: Iterable[Shape], dye: Callable[[Ink], Ink]) -> tuple[Shape, ...]:
    """Return *shapes* with *dye* applied to every ink."""
    return tuple(_changed(shape, dye=dye) for shape in shapes)


def enlarged(shapes: Iterable[Shape], factor: float) -> tuple[Shape, ...]:
    """Return *shapes* scaled by *factor* about (0, 0), including their line widths."""
    return tuple(_changed(shape, lambda at: (at[0] * factor, at[1] * factor), k=factor) for shape in shapes)


def _same(value: T) -> T:
    return value


def _changed(
    shape: Shape,
    at: Callable[[Point], Point] = _same,
    *,
    turn_deg: float = 0.0,
    k: float = 1.0,
    dye: Callable[[Ink], Ink] = _same,
) -> Shape:
    """Return *shape* with its points where *at* puts them, words turned, sizes *k* times as large, and inks dyed."""

    def runs(every: tuple[tuple[Point, ...], ...]) -> tuple[tuple[Point, ...], ...]:
        return tuple(tuple(map(at, run)) for run in every)

    def line(stroke: Stroke) -> Stroke:
        if k == 1.0 and dye is _same:
            return stroke
        dashes = tuple(dash * k for dash in stroke.dashes_mm)
        return replace(stroke, ink=dye(stroke.ink), width_mm=stroke.width_mm * k, dashes_mm=dashes)

    match shape:
        case Area():
            fill, stroke = shape.fill and dye(shape.fill), shape.stroke and line(shape.stroke)
            return replace(shape, rings=runs(shape.rings), fill=fill, stroke=stroke)
        case Lines():
            return replace(shape, runs=runs(shape.runs), stroke=line(shape.stroke))
        case Disc():
            fill, stroke = shape.fill and dye(shape.fill), shape.stroke and line(shape.stroke)
            return replace(shape, centre=at(shape.centre), radius_mm=shape.radius_mm * k, fill=fill, stroke=stroke)
        case Label():
            size, turn = shape.size_mm * k, shape.turn_deg + turn_deg
            return replace(shape, at=at(shape.at), size_mm=size, ink=dye(shape.ink), turn_deg=turn)
        case Window():
            inner = tuple(_changed(each, at, turn_deg=turn_deg, k=k, dye=dye) for each in shape.shapes)
            return replace(shape, ring=tuple(map(at, shape.ring)), shapes=inner)


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


def bounds(points: Iterable[Point]) -> Box:
    """Return the bounding box of *points*."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def corners_of(box: Box) -> tuple[Point, Point, Point, Point]:
    """Return the corners of *box*, clockwise as seen from its top left."""
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)
