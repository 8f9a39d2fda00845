"""The result of measuring a print: sizes, skew and shifts, what could not be measured, and whether it is good."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from printkit.adjust import Adjustment
from printkit.measure import Distortion, Share

GOOD_SCALE = 0.005
GOOD_SKEW_DEG = 0.3
GOOD_SHIFT_MM = 1.5
GOOD_DUPLEX_MM = 1.0
ENOUGH = 0.005
"""A value counts as not measured if its uncertainty (two sigma) is larger than this."""


@dataclass(frozen=True, slots=True)
class PrintVerdict:
    """The measurements of one or both sides of a print.

    ``missing`` maps each thing that was not measured to the reason and what would help.
    """

    method: str
    """``scan``, ``photo`` or ``ruler``."""
    distortion: Distortion | None
    shift_mm: tuple[float, float] | None = None
    back_shift_mm: tuple[float, float] | None = None
    missing: Mapping[str, str] = field(default_factory=dict)
    correction: Adjustment | None = None

    @property
    def skew_deg(self) -> float | None:
        """The angle between the printed vertical and a true one; positive leans right at the foot. None if unknown."""
        if self.distortion is None or self.distortion.shear.give > ENOUGH:
            return None
        return math.degrees(math.atan(self.distortion.shear.value))

    @property
    def duplex_offset_mm(self) -> tuple[float, float] | None:
        """How far the back's print lies to the right of and below the front's, seen through from the front."""
        if self.shift_mm is None or self.back_shift_mm is None:
            return None
        return -self.back_shift_mm[0] - self.shift_mm[0], self.back_shift_mm[1] - self.shift_mm[1]

    @property
    def measured(self) -> bool:
        """Whether anything is known of the print."""
        known = (*self._scales(), self.skew_deg, self.shift_mm, self.duplex_offset_mm)
        return any(each is not None for each in known)

    @property
    def good(self) -> bool:
        """Whether the size was measured, and every measurement is accurate enough to play with a camera."""
        return self.sized and not any(self._faults())

    def _faults(self) -> list[bool]:
        faults = [abs(share.value - 1) > GOOD_SCALE for _, share in self._scales()]
        faults.append(self.skew_deg is not None and abs(self.skew_deg) > GOOD_SKEW_DEG)
        for shift, most in ((self.shift_mm, GOOD_SHIFT_MM), (self.duplex_offset_mm, GOOD_DUPLEX_MM)):
            faults.append(shift is not None and math.hypot(*shift) > most)
        return faults

    @property
    def sized(self) -> bool:
        """Whether it is known how large the print is, both ways."""
        known = self.distortion
        sizes = () if known is None else (known.scale_x, known.scale_y)
        return len([share for share in sizes if share is not None and share.give <= ENOUGH]) == 2

    @property
    def faulty(self) -> bool:
        """Whether something that was measured is not accurate enough."""
        return self.measured and any(self._faults())

    def _scales(self) -> Iterable[tuple[str, Share]]:
        if self.distortion is not None:
            named = (
                ("scale_x", self.distortion.scale_x),
                ("scale_y", self.distortion.scale_y),
                ("ratio", self.distortion.ratio),
            )
            yield from ((name, share) for name, share in named if share is not None)

    def lines(self) -> Iterable[str]:
        """Yield the result for people, one finding a line."""
        says = {"scale_x": "across", "scale_y": "down", "ratio": "down to across"}
        for name, share in self._scales():
            yield f"{says[name]}: {100 * share.value:.2f} % (± {100 * share.give:.2f})"
        if self.skew_deg is not None:
            yield f"skew: {self.skew_deg:+.2f}°"
        if self.shift_mm is not None:
            yield f"the print lies {self.shift_mm[0]:+.1f} mm to the right and {self.shift_mm[1]:+.1f} mm down"
        if self.duplex_offset_mm is not None:
            x, y = self.duplex_offset_mm
            yield f"seen from the front, the other side lies {x:+.1f} mm to the right and {y:+.1f} mm down"
        for name, why in self.missing.items():
            yield f"not measured: {name} ({why})"

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as JSON values; whatever was not measured is null."""
        scales = {name: share.value for name, share in self._scales()}
        gives = {name: share.give for name, share in self._scales()}
        return {
            "good": self.good,
            "method": self.method,
            **{name: scales.get(name) for name in ("scale_x", "scale_y", "ratio")},
            "give": gives,
            "skew_deg": self.skew_deg,
            "shift_mm": self.shift_mm,
            "back_shift_mm": self.back_shift_mm,
            "duplex_offset_mm": self.duplex_offset_mm,
            "not_measured": dict(self.missing),
        }
