"""The check ruler on every sheet, to verify the print size: 100 mm above, 4 inches below."""

from __future__ import annotations

from kits.inks import TEXT
from printkit.drawing import Label, Lines, Shape, Stroke
from printkit.typeface import CAP, DESCENT, LEAST_WORDS_MM

MM = 100
INCHES = 4
INCH_MM = 25.4
WIDTH_MM = INCHES * INCH_MM
_TICK_MM = 3.0
_THIN = Stroke(TEXT, 0.15)


def height_mm(words: float = 1.0) -> float:
    """Return the height of the ruler with numbers *words* times their usual size."""
    return 2 * _side_mm(words) + DESCENT * LEAST_WORDS_MM * words


def _side_mm(words: float) -> float:
    """Return how far ticks and numbers reach on either side of the axis."""
    return _TICK_MM + 0.5 + CAP * LEAST_WORDS_MM * words


def ruler(x: float, y: float, words: float = 1.0) -> tuple[Shape, ...]:
    """Return the ruler with its top at *y* and both zeros at *x*, its left end."""
    size = LEAST_WORDS_MM * words
    axis, below = y + _side_mm(words), _side_mm(words)
    mm = ((x + k, axis, -_tick(k, 10, 5)) for k in range(MM + 1))
    inches = ((x + k * INCH_MM / 8, axis, _tick(k, 8, 4)) for k in range(INCHES * 8 + 1))
    ticks = tuple(((at, start), (at, start + length)) for at, start, length in (*mm, *inches))
    numbers = range(0, MM, 10 if words == 1.0 else 20)
    return (
        Lines((((x, axis), (x + WIDTH_MM, axis)), *ticks), _THIN),
        *(_number(str(k), x + k, axis - _TICK_MM - 0.5, size) for k in numbers),
        _number(f"{MM} mm", x + MM, axis - _TICK_MM - 0.5, size),
        *(_number(str(k), x + k * INCH_MM, axis + below, size) for k in range(INCHES)),
        _number(f"{INCHES} in", x + WIDTH_MM, axis + below, size),
    )


def short_ruler(x: float, axis: float, length_mm: int, words: float) -> tuple[Shape, ...]:
    """Return a ruler of *length_mm* along *axis*, in millimetres, with its zero at *x*."""
    size = LEAST_WORDS_MM * words
    ticks = tuple(((x + k, axis), (x + k, axis + _tick(k, 10, 5))) for k in range(length_mm + 1))
    below = axis + _side_mm(words)
    return (
        Lines((((x, axis), (x + length_mm, axis)), *ticks), _THIN),
        *(_number(f"{k} mm" if k == length_mm else str(k), x + k, below, size) for k in range(0, length_mm + 1, 10)),
    )


def _tick(number: int, long: int, middle: int) -> float:
    return _TICK_MM if number % long == 0 else 2.2 if number % middle == 0 else 1.4


def _number(text: str, x: float, y: float, size: float) -> Label:
    return Label(text, (x, y), size, TEXT, align="centre")
