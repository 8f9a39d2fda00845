"""Plots as shapes: bars and dots with their intervals, lines over an axis, boards shaded by number.

Each chart is a ``Block`` of a given width. Series keep their order and a legend names them,
so that they can be told apart without colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kits.inks import ACCENT, GRID, MUTED, PAPER, TEXT, TINT, Ink, lighter
from printkit.drawing import Area, Disc, Label, Lines, Point, Shape, Stroke
from printkit.flow import Block, heading, lines
from printkit.typeface import width_mm

_SIZE_MM = 2.8
_BAR_MM = 3.4
_GAP_MM = 2.2
_PAD_MM = 3.0
_AXIS_MM = 6.0
_THIN = Stroke(lighter(GRID, 0.45), 0.15)
_ZERO = Stroke(GRID, 0.3)
_WHISKER = Stroke(TEXT, 0.25)
_TICKS = 6
_BAR_INK = 0.7
"""Ink strength of a bar, light enough for its whisker to show."""

Interval = tuple[float, float, float]
"""A value and the lower and upper end of its interval."""


@dataclass(frozen=True, slots=True)
class Series:
    """One of the things compared: name, colour, and a dash pattern for its lines."""

    name: str
    ink: Ink
    dashes_mm: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a chart: its name, and its interval for each series; None where a series has none."""

    name: str
    intervals: tuple[Interval | None, ...]


@dataclass(frozen=True, slots=True)
class Axis:
    """A horizontal axis from *low* to *high*, drawn between *left* and *right* (mm)."""

    low: float
    high: float
    left: float
    right: float

    def x(self, value: float) -> float:
        """Return the position of *value* in mm, clamped to the ends of the axis."""
        share = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.left + share * (self.right - self.left)

    @property
    def ticks(self) -> tuple[float, ...]:
        """Round values along the axis.

        >>> Axis(0.0, 0.62, 0.0, 100.0).ticks
        (0.0, 0.2, 0.4, 0.6)
        """
        step = _step(self.high - self.low)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return tuple(round(k * step, 10) for k in range(first, last + 1))


def intervals(
    title: str,
    rows: Sequence[Row],
    series: Sequence[Series],
    room_mm: float,
    write: Callable[[float], str],
    *,
    bars: bool = True,
    note: str = "",
) -> Block:
    """Return a chart of *rows* with whiskers: bars from zero, or dots if values may be negative.

    *write* formats a value.
    """
    names_mm = max((width_mm(row.name, _SIZE_MM) for row in rows), default=0.0) + _PAD_MM
    found = [interval for row in rows for interval in row.intervals if interval is not None]
    values_mm = max((width_mm(write(value), _SIZE_MM) for value, _, _ in found), default=0.0) + _PAD_MM
    axis = _axis(found, names_mm, room_mm - values_mm - 2.0)
    head = _head(title, series, room_mm, note)
    band = _BAR_MM * len(series)
    shapes: list[Shape] = list(head.shapes)
    top = head.height_mm
    foot = top + len(rows) * (band + _GAP_MM)
    shapes += _grid(axis, top, foot, write)
    for number, row in enumerate(rows):
        y = top + number * (band + _GAP_MM) + _GAP_MM / 2
        shapes.append(Label(row.name, (0.0, y + band / 2 + 0.36 * _SIZE_MM), _SIZE_MM, TEXT))
        for place, (interval, one) in enumerate(zip(row.intervals, series, strict=True)):
            if interval is not None:
                shapes += _mark(interval, one.ink, axis, y + place * _BAR_MM, bars)
                at = room_mm, y + (place + 0.5) * _BAR_MM + 0.36 * _SIZE_MM
                shapes.append(Label(write(interval[0]), at, _SIZE_MM, MUTED, align="right"))
    return Block(foot + _AXIS_MM + 4.0, tuple(shapes))


def curves(
    title: str,
    samples: Sequence[Sequence[float]],
    series: Sequence[Series],
    room_mm: float,
    unit: str,
    *,
    height_mm: float = 55.0,
    note: str = "",
) -> Block:
    """Return a chart of the cumulative distribution of each of *samples*, with *unit* along the axis."""
    head = _head(title, series, room_mm, note, dashed=True)
    top, foot = head.height_mm + 2.0, head.height_mm + 2.0 + height_mm
    most = max(max(sample) for sample in samples)
    axis = Axis(0.0, most * 1.02 or 1.0, 12.0, room_mm - 4.0)
    shapes = [*head.shapes, *_grid(axis, top, foot, lambda value: f"{value:g}")]
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        y = foot - share * height_mm
        shapes.append(Lines((((axis.left, y), (axis.right, y)),), _THIN if share else _ZERO))
        shapes.append(Label(f"{share:.0%}", (axis.left - 1.5, y + 0.36 * _SIZE_MM), _SIZE_MM, MUTED, align="right"))
    for sample, one in zip(samples, series, strict=True):
        stroke = Stroke(one.ink, 0.5, one.dashes_mm)
        shapes.append(Lines((tuple(_staircase(sorted(sample), axis, foot, height_mm)),), stroke))
    shapes.append(Label(unit, (axis.right, foot + _AXIS_MM + 2.6), _SIZE_MM, MUTED, align="right"))
    return Block(foot + _AXIS_MM + 7.0, tuple(shapes))


def shaded_board(
    title: str, counts: Mapping[str, int], room_mm: float, write: Callable[[float], str], *, note: str = ""
) -> Block | None:
    """Return a board with cells shaded by their counts; None unless the cells are named a1, b1 and so on.

    *write* formats the share of a cell, in per cent.
    """
    places = {name: (ord(name[0]) - ord("a"), int(name[1:])) for name in counts if _is_flat(name)}
    if not places or len(places) < len(counts):
        return None
    columns, rows = max(x for x, _ in places.values()) + 1, max(y for _, y in places.values())
    cell = min(9.0, (room_mm - 8.0) / columns)
    head = _head(title, (), room_mm, note)
    most, total, top = max(counts.values()), sum(counts.values()), head.height_mm + 1.0
    shapes: list[Shape] = list(head.shapes)
    for name, (x, y) in places.items():
        left, upper = 6.0 + x * cell, top + (rows - y) * cell
        part = counts[name] / most
        fill = lighter(ACCENT, 0.06 + 0.94 * part)
        shapes.append(Area.box((left, upper, left + cell, upper + cell), fill, Stroke(TINT, 0.2)))
        ink = max((TEXT, PAPER), key=fill.contrast)
        at = left + cell / 2, upper + cell / 2 + 0.8
        shapes.append(Label(write(100 * counts[name] / total), at, 2.3, ink, align="centre"))
    foot = top + rows * cell
    files = ((chr(ord("a") + x), (6.0 + (x + 0.5) * cell, foot + 3.4)) for x in range(columns))
    shapes += (Label(name, at, _SIZE_MM, MUTED, align="centre") for name, at in files)
    ranks = ((str(y + 1), (4.5, foot - (y + 0.5) * cell + 1.0)) for y in range(rows))
    shapes += (Label(name, at, _SIZE_MM, MUTED, align="right") for name, at in ranks)
    return Block(foot + 9.0, tuple(shapes))


def _is_flat(name: str) -> bool:
    return name[:1].islower() and name[1:].isdigit()


def _head(title: str, series: Sequence[Series], room_mm: float, note: str, *, dashed: bool = False) -> Block:
    """Return the title of a chart, its caption and, for several series, a legend."""
    parts = [heading(title, room_mm)]
    if note:
        parts.append(lines(note, room_mm, size_mm=_SIZE_MM, ink=MUTED, after_mm=1.2))
    shapes: list[Shape] = []
    y = 0.0
    for part in parts:
        shapes += [_dropped(shape, y) for shape in part.shapes if isinstance(shape, Label)]
        y += part.height_mm
    if len(series) > 1:
        x = 0.0
        for one in series:
            wide = width_mm(one.name, _SIZE_MM) + 16.0
            if x and x + wide > room_mm:
                x, y = 0.0, y + 4.4
            sample = Lines((((x, y + 2.0), (x + 9.0, y + 2.0)),), Stroke(one.ink, 0.6, one.dashes_mm))
            shapes.append(sample if dashed else Area.box((x, y + 0.8, x + 9.0, y + 3.2), lighter(one.ink, _BAR_INK)))
            shapes.append(Label(one.name, (x + 10.5, y + 3.0), _SIZE_MM, TEXT))
            x += wide
        y += 6.0
    return Block(y, tuple(shapes))


def _dropped(label: Label, y: float) -> Label:
    return Label(label.text, (label.at[0], label.at[1] + y), label.size_mm, label.ink, label.bold, label.align)


def _axis(found: Sequence[Interval], left: float, right: float) -> Axis:
    """Return an axis with zero, every value, and as much of the intervals as does not dwarf the values."""
    values = [value for value, _, _ in found] or [0.0]
    reach = 3 * max(map(abs, values)) or 1.0
    low = min(0.0, *(max(low, -reach) for _, low, _ in found)) if found else 0.0
    high = max(0.0, *(min(high, reach) for _, _, high in found)) if found else 0.0
    if high - low < 1e-9:
        high = low + 1.0
    return Axis(low, high, left, right)


def _step(span: float) -> float:
    """Return the smallest of …, 0.1, 0.2, 0.5, 1, 2, 5, 10, … that divides *span* into few steps."""
    rough = span / _TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough - 1e-12)


def _grid(axis: Axis, top: float, foot: float, write: Callable[[float], str]) -> Iterator[Shape]:
    for tick in axis.ticks:
        x = axis.x(tick)
        yield Lines((((x, top), (x, foot)),), _ZERO if tick == 0 else _THIN)
        yield Label(write(tick), (x, foot + 3.4), _SIZE_MM, MUTED, align="centre")


def _mark(interval: Interval, ink: Ink, axis: Axis, y: float, bar: bool) -> Iterator[Shape]:
    value, low, high = interval
    middle = y + _BAR_MM / 2
    if bar:
        zero, end = sorted((axis.x(0.0), axis.x(value)))
        yield Area.box((zero, y + 0.4, max(end, zero + 0.15), y + _BAR_MM - 0.4), lighter(ink, _BAR_INK))
    yield Lines((((axis.x(low), middle), (axis.x(high), middle)),), _WHISKER)
    for end in (low, high):
        yield Lines((((axis.x(end), middle - 0.8), (axis.x(end), middle + 0.8)),), _WHISKER)
    if not bar:
        yield Disc((axis.x(value), middle), 1.0, ink)


def _staircase(ordered: Sequence[float], axis: Axis, foot: float, height: float) -> Iterator[Point]:
    share = 0.0
    yield axis.x(0.0), foot
    for number, value in enumerate(ordered, start=1):
        yield axis.x(value), foot - share * height
        share = number / len(ordered)
        yield axis.x(value), foot - share * height
    yield axis.right, foot - share * height
