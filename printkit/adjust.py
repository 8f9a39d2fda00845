"""The adjustment of a page that compensates for an inaccurate printer."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

MOST_SCALE = 0.035
"""Largest correction of a scale. A larger error means the printer was not set to 100 %, which must not be hidden."""
_MOST_SHIFT_MM = 10.0
_KIND = "kiebitz-print-correction"
PRINTER_MARGIN_MM = 5.0
"""Many household printers print nothing closer to the paper's edge than this."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Scales along x and y about the middle of the sheet, a shear, and shifts of the front and the back.

    ``shear`` is how many mm a point moves to the right for each mm that it lies below the
    middle. Shifts are to the right and down, as seen on each side.
    """

    scale_x: float = 1.0
    scale_y: float = 1.0
    shear: float = 0.0
    shift_mm: tuple[float, float] = (0.0, 0.0)
    back_shift_mm: tuple[float, float] = (0.0, 0.0)

    def __post_init__(self) -> None:
        for name, value, middle in (("x", self.scale_x, 1.0), ("y", self.scale_y, 1.0), ("shear", self.shear, 0.0)):
            if not abs(value - middle) <= MOST_SCALE:
                raise ValueError(
                    f"a correction of {100 * abs(value - middle):.1f} % ({name}) is more than {100 * MOST_SCALE:g} %: "
                    "print at 100 % and measure again"
                )
        for value in (*self.shift_mm, *self.back_shift_mm):
            if not abs(value) <= _MOST_SHIFT_MM:
                raise ValueError(f"a shift of {value:g} mm is more than {_MOST_SHIFT_MM:g} mm")

    def matrix(self, width_mm: float, height_mm: float, *, back: bool) -> tuple[float, ...]:
        """Return (a, b, c, d, e, f) for a sheet of this size: x' = a x + c y + e and y' = b x + d y + f."""
        shift = self.back_shift_mm if back else self.shift_mm
        x, y = width_mm / 2, height_mm / 2
        e = x - self.scale_x * x - self.shear * y + shift[0]
        f = y - self.scale_y * y + shift[1]
        return self.scale_x, 0.0, self.shear, self.scale_y, e, f

    def least_margin_mm(self, margin_mm: float) -> float | None:
        """Return what a shift leaves of a margin of *margin_mm*, if printers may need more; else None."""
        left = margin_mm - max(abs(value) for value in (*self.shift_mm, *self.back_shift_mm))
        return round(max(0.0, left), 1) if left < PRINTER_MARGIN_MM else None


NONE = Adjustment()


def correction_text(adjustment: Adjustment) -> str:
    """Return *adjustment* as the text of a correction file, which ``kiebitz verify-print`` writes."""
    return json.dumps({"kind": _KIND, **asdict(adjustment)}, indent=1) + "\n"


def correction_of(value: Any) -> Adjustment:
    """Return the adjustment that the JSON *value* of a correction file says. Raises ``ValueError`` if it is none."""
    if not isinstance(value, dict) or value.get("kind") != _KIND:
        raise ValueError("it is not a correction file; `kiebitz verify-print` writes one")
    try:
        (x, y), (back_x, back_y) = (map(float, value[name]) for name in ("shift_mm", "back_shift_mm"))
        scale_x, scale_y, shear = (float(value[name]) for name in ("scale_x", "scale_y", "shear"))
    except (KeyError, TypeError, ValueError):
        raise ValueError("it does not contain a printer correction") from None
    return Adjustment(scale_x, scale_y, shear, (x, y), (back_x, back_y))
