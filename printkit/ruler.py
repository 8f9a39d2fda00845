"""The check ruler on every sheet, to verify the print size: 100 mm above, 4 inches below."""

from __future__ import annotations

from kits.inks import TEXT
from printkit.drawing import Label, Lines, Shape, Stroke

MM = 100
INCHES = 4
INCH_MM = 25.4
WIDTH_MM = INCHES * INCH_MM
HEIGHT_MM = 11.0
_AXIS_MM = 5.3
_SIZE_MM = 2.4
_THIN = Stroke(TEXT, 0.15)


def ruler(x: float, y: float) -> tuple[Shape, ...]:
    """Return the ruler with its top at *y* and both zeros at *x*, its left end."""
    axis = y + _AXIS_MM
    mm = ((x + k, axis, -_tick(k, 10, 5)) for k in range(MM + 1))
    inches = ((x + k * INCH_MM / 8, axis, _tick(k, 8, 4)) for k in range(INCHES * 8 + 1))
    ticks = tuple(((at, start), (at, start + length)) for at, start, length in (*mm, *inches))
    return (
        Lines((((x, axis), (x + WIDTH_MM, axis)), *ticks), _THIN),
        *(_number(str(k), x + k, axis - 3.5) for k in range(0, MM + 1, 10)),
        *(_number(str(k), x + k * INCH_MM, axis + 5.1) for k in range(INCHES + 1)),
        _number("mm", x + MM - 5, axis - 3.5),
        _number("in", x + (INCHES - 0.25) * INCH_MM, axis + 5.1),
    )


def _tick(number: int, long: int, middle: int) -> float:
    return 3.0 if number % long == 0 else 2.2 if number % middle == 0 else 1.4


def _number(text: str, x: float, y: float) -> Label:
    return Label(text, (x, y), _SIZE_MM, TEXT, align="centre")
