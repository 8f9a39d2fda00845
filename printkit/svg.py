"""Drawings as SVG 1.1, in millimetres, with a title and a description for screen readers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from kits.inks import Ink
from printkit.drawing import Area, Box, Disc, Label, Lines, Point, Shape, Stroke, Window
from printkit.outlines import text_path
from printkit.typeface import width_mm

_FONT = "Lato, 'Helvetica Neue', Arial, sans-serif"
_ANCHORS = {"left": "start", "centre": "middle", "right": "end"}


def svg(shapes: Iterable[Shape], box: Box, *, title: str, description: str) -> str:
    """Return the part of *shapes* inside *box* on white paper as an SVG file; equal drawings give equal texts."""
    left, top, right, bottom = box
    width, height = _number(right - left), _number(bottom - top)
    return "\n".join(
        [
            _head(box),
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="description">{escape(description)}</desc>',
            f'<rect x="{_number(left)}" y="{_number(top)}" width="{width}" height="{height}" fill="#ffffff"/>',
            *_Writer(_text).elements(shapes),
            "</svg>\n",
        ]
    )


def _head(box: Box) -> str:
    left, top, right, bottom = box
    width, height = _number(right - left), _number(bottom - top)
    view = f"{_number(left)} {_number(top)} {width} {height}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="{width}mm" height="{height}mm" '
        f'viewBox="{view}" role="img" aria-labelledby="title description" font-family="{_FONT}" '
        f'stroke-linejoin="round" fill-rule="evenodd">'
    )


@dataclass(frozen=True, slots=True)
class Layer:
    """Named shapes, transformed by the matrix (a, b, c, d, e, f) if there is one."""

    name: str
    shapes: tuple[Shape, ...]
    matrix: tuple[float, ...] | None = None


def layered_svg(layers: Iterable[Layer], box: Box, *, title: str) -> str:
    """Return *layers* inside *box* as an SVG file, one named group a layer, words as outlines that need no font."""
    writer = _Writer(_outlined)
    parts = [_head(box), f'<title id="title">{escape(title)}</title>', f'<desc id="description">{escape(title)}</desc>']
    for layer in layers:
        turn = f' transform="matrix({" ".join(f"{n:.6f}" for n in layer.matrix)})"' if layer.matrix else ""
        parts += [f"<g id={quoteattr(layer.name)}{turn}>", *writer.elements(layer.shapes), "</g>"]
    return "\n".join([*parts, "</svg>\n"])


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


def _outlined(label: Label) -> str:
    width = width_mm(label.text, label.size_mm, bold=label.bold)
    shift = {"left": 0.0, "centre": -width / 2, "right": -width}[label.align]
    x, y = map(_number, label.at)
    turn = f" rotate({_number(label.turn_deg)})" if label.turn_deg else ""
    path = text_path(label.text, label.size_mm, bold=label.bold)
    return (
        f'<path d="{path}" transform="translate({x} {y}){turn} translate({_number(shift)} 0)" fill="{label.ink.hex}" '
        f'fill-rule="nonzero" aria-label={quoteattr(label.text)}/>'
    )


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
