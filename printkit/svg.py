"""Drawings as SVG 1.1, in millimetres: diagrams for screen readers, and sheets for cutting machines, in layers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

import cv2
import numpy as np
from PIL import Image, ImageDraw

from kits.inks import Ink
from printkit.adjust import NONE, Adjustment
from printkit.drawing import (
    USES,
    Area,
    Box,
    Disc,
    Drawing,
    Label,
    Lines,
    Point,
    Shape,
    Sheet,
    Stroke,
    Use,
    Window,
    used_for,
)
from printkit.typeface import face, width_mm

_FONT = "Lato, 'Helvetica Neue', Arial, sans-serif"
_ANCHORS = {"left": "start", "centre": "middle", "right": "end"}
_TRACED_PX, _SMOOTH_PX = 320, 0.6
"""The type size in which letters are traced, and how far their outlines may differ from what was drawn."""
_INKS: dict[Use, Ink] = {"cut": Ink("cut", (255, 0, 0)), "fold": Ink("fold", (0, 0, 255))}
"""Red lines are cut and blue ones scored, as most cutting software expects."""


def svg(shapes: Iterable[Shape], box: Box, *, title: str, description: str) -> str:
    """Return the part of *shapes* inside *box* on white paper as an SVG file; equal drawings give equal texts."""
    x, y, width, height = map(_number, (box[0], box[1], box[2] - box[0], box[3] - box[1]))
    paper = f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([*_head(box, title, description), paper, *_Writer(_text).elements(shapes), "</svg>\n"])


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
    matrix = () if adjustment == NONE else adjustment.matrix(sheet.width_mm, sheet.height_mm, back=sheet.back)
    layers: dict[str, Iterable[Shape]] = {use: _marked(used_for(sheet.shapes, use), use) for use in USES}
    return layered_svg(layers, (0.0, 0.0, sheet.width_mm, sheet.height_mm), title=sheet.title, matrix=matrix)


def layered_svg(layers: Mapping[str, Iterable[Shape]], box: Box, *, title: str, matrix: tuple[float, ...] = ()) -> str:
    """Return *layers*, each a group of its name, inside *box* as an SVG file; words are outlines that need no font.

    All are transformed by the *matrix* (a, b, c, d, e, f) if there is one.
    """
    writer, parts = _Writer(_outlined), [*_head(box, title, title)]
    turn = f' transform="matrix({" ".join(f"{n:.6f}" for n in matrix)})"' if matrix else ""
    for name, shapes in layers.items():
        parts += [f"<g id={quoteattr(name)}{turn}>", *writer.elements(shapes), "</g>"]
    return "\n".join([*parts, "</svg>\n"])


def _head(box: Box, title: str, description: str) -> Iterator[str]:
    x, y, width, height = map(_number, (box[0], box[1], box[2] - box[0], box[3] - box[1]))
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{width}mm" height="{height}mm" '
        f'viewBox="{x} {y} {width} {height}" role="img" aria-labelledby="title description" font-family="{_FONT}" '
        f'stroke-linejoin="round" fill-rule="evenodd">'
    )
    yield f'<title id="title">{escape(title)}</title>'
    yield f'<desc id="description">{escape(description)}</desc>'


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


class _Writer:
    """Writes shapes as SVG elements and words through *write*; windows become named clip paths."""

    def __init__(self, write: Callable[[Label], str]) -> None:
        self._windows = 0
        self._write = write

    def elements(self, shapes: Iterable[Shape]) -> Iterator[str]:
        for shape in shapes:
            match shape:
                case Area():
                    yield f'<path d="{_path(shape.rings, close=True)}"{_paint(shape.fill, shape.stroke)}/>'
                case Lines():
                    yield f'<path d="{_path(shape.runs, close=False)}"{_paint(None, shape.stroke)}/>'
                case Disc():
                    x, y = map(_number, shape.centre)
                    radius = _number(shape.radius_mm)
                    yield f'<circle cx="{x}" cy="{y}" r="{radius}"{_paint(shape.fill, shape.stroke)}/>'
                case Label():
                    yield self._write(shape)
                case Window():
                    self._windows += 1
                    name = f"window{self._windows}"
                    ring = _path((shape.ring,), close=True)
                    yield f'<clipPath id="{name}"><path d="{ring}"/></clipPath><g clip-path="url(#{name})">'
                    yield from self.elements(shape.shapes)
                    yield "</g>"


def _text(label: Label) -> str:
    x, y = map(_number, label.at)
    turn = f' transform="rotate({_number(label.turn_deg)} {x} {y})"' if label.turn_deg else ""
    weight = ' font-weight="bold"' if label.bold else ""
    return (
        f'<text x="{x}" y="{y}" font-size="{_number(label.size_mm)}" text-anchor={quoteattr(_ANCHORS[label.align])}'
        f'{weight} fill="{label.ink.hex}"{turn}>{escape(label.text)}</text>'
    )


@cache
def letter_path(letter: str, bold: bool) -> str:
    """Return *letter*, traced from our typeface, as an SVG path in thousandths of its size; y goes down."""
    picture, start = Image.new("L", (3 * _TRACED_PX, 3 * _TRACED_PX)), (_TRACED_PX, 2 * _TRACED_PX)
    ImageDraw.Draw(picture).text(start, letter, 255, face(bold, _TRACED_PX), anchor="ls")
    rings, _ = cv2.findContours((np.asarray(picture) > 127).astype(np.uint8), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    smooth = ((cv2.approxPolyDP(ring, _SMOOTH_PX, True).reshape(-1, 2) - start) * 1000 / _TRACED_PX for ring in rings)
    return "".join("M" + "L".join(f"{x:.0f},{y:.0f}" for x, y in ring) + "Z" for ring in smooth if len(ring) > 2)


def _outlined(label: Label) -> str:
    width = width_mm(label.text, 1.0, bold=label.bold)
    start = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
    paths = []
    for letter in label.text:
        paths.append(f'<path d="{letter_path(letter, label.bold)}" transform="translate({1000 * start:.0f})"/>')
        start += width_mm(letter, 1.0, bold=label.bold)
    x, y = map(_number, label.at)
    turn = f" rotate({_number(label.turn_deg)})" if label.turn_deg else ""
    place = f"translate({x} {y}){turn} scale({label.size_mm / 1000:.6f})"
    ink, said = label.ink.hex, quoteattr(label.text)
    return f'<g transform="{place}" fill="{ink}" aria-label={said}>{"".join(paths)}</g>'


def _path(runs: Iterable[tuple[Point, ...]], *, close: bool) -> str:
    end = "Z" if close else ""
    return " ".join("M" + " L".join(f"{_number(x)},{_number(y)}" for x, y in run) + end for run in runs)


def _paint(fill: Ink | None, stroke: Stroke | None) -> str:
    parts = [f' fill="{fill.hex if fill else "none"}"']
    if stroke:
        parts.append(f' stroke="{stroke.ink.hex}" stroke-width="{_number(stroke.width_mm)}"')
        if stroke.dashes_mm:
            parts.append(f' stroke-dasharray="{" ".join(map(_number, stroke.dashes_mm))}"')
    return "".join(parts)


def _number(value: float) -> str:
    """Return *value* rounded to a thousandth of a millimetre.

    >>> _number(12.0), _number(-0.0001), _number(1 / 3)
    ('12', '0', '0.333')
    """
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")
