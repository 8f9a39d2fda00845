"""The typefaces that numbers on dice are drawn in: those to learn from, and those kept for examination.

Besides the project's own typeface and drawn ones these are Bitstream Vera, which comes
with reportlab, and Caladea by Carolina Giovagnoli and Andrés Torresi, under the Apache
License 2.0 (fonts/APACHE-2.0.txt).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

Lines = list[list[tuple[float, float]]]
ONES: dict[str, Lines] = {
    "bare": [[(0.5, 0), (0.5, 1)]],
    "flag": [[(0.25, 0.28), (0.55, 0), (0.55, 1)]],
    "foot": [[(0.25, 0.25), (0.52, 0), (0.52, 1)], [(0.2, 1), (0.85, 1)]],
}
FOURS: dict[str, Lines] = {
    "closed": [[(0.7, 1), (0.7, 0), (0.08, 0.7), (0.95, 0.7)]],
    "open": [[(0.25, 0), (0.12, 0.6), (0.95, 0.6)], [(0.72, 0.2), (0.72, 1)]],
}
SEVENS: dict[str, Lines] = {
    "plain": [[(0.08, 0), (0.92, 0), (0.35, 1)]],
    "barred": [[(0.08, 0), (0.92, 0), (0.35, 1)], [(0.28, 0.5), (0.85, 0.5)]],
}
SQUARES: dict[int, Lines] = {
    2: [[(0, 0), (1, 0), (1, 0.5), (0, 0.5), (0, 1), (1, 1)]],
    3: [[(0, 0), (1, 0), (1, 1), (0, 1)], [(0.2, 0.5), (1, 0.5)]],
    5: [[(1, 0), (0, 0), (0, 0.5), (1, 0.5), (1, 1), (0, 1)]],
    6: [[(1, 0), (0, 0), (0, 1), (1, 1), (1, 0.5), (0, 0.5)]],
    8: [[(0, 0), (1, 0), (1, 1), (0, 1), (0, 0), (0, 0.5), (1, 0.5)]],
}


@dataclass(frozen=True, slots=True)
class Pen:
    """A typeface drawn with one stroke of some width, and the ways of writing 1, 3, 4 and 7."""

    width: float
    one: str
    four: str
    seven: str
    flat_three: bool
    narrow: float = 0.62
    nib: float = 1.0
    """Thickness of a stroke one way, as a share of its width the other way: that of a broad nib held at an angle."""
    held_deg: float = -30.0
    """The angle of the nib: held flat, it makes thick stems and thin bars."""
    square: bool = False
    """Whether it has corners instead of bowls, as on a calculator."""
    curled: bool = False
    """Whether the head of a 6 bends back over its bowl, as in most typefaces."""


@dataclass(frozen=True, slots=True)
class Lato:
    """The project's own typeface, made wider or narrower, slanted, and cut with straight edges."""

    bold: bool
    wide: float = 1.0
    slant: float = 0.0
    coarse: float = 0.9
    """How far an outline may stray, in px."""
    other: str = ""
    """Another font file to use instead: one of reportlab's, or of this package's."""


@dataclass(frozen=True, slots=True)
class Hershey:
    """One of OpenCV's own fonts, drawn with a pen of some width: strokes up to its release 4, a heavy face in 5."""

    font: int
    width: float
    wide: float = 1.0


def _pens(count: int) -> Iterator[Pen]:
    """Yield pens of many widths, shapes and nibs, none held like those kept for examination."""
    rng = np.random.default_rng(20_26)
    for _ in range(count):
        width = float(rng.uniform(0.09, 0.25))
        yield Pen(
            width,
            str(rng.choice(list(ONES))),
            str(rng.choice(list(FOURS))),
            "barred" if rng.random() < 0.2 else "plain",
            bool(rng.random() < 0.25),
            float(rng.uniform(0.52, 0.75) + 0.5 * width),
            nib=float(rng.uniform(0.4, 0.8)) if width > 0.15 and rng.random() < 0.6 else 1.0,
            held_deg=float(rng.uniform(-8, 12)),
            curled=bool(rng.random() < 0.6),
        )


TYPEFACES: tuple[Pen | Lato | Hershey, ...] = (
    Lato(bold=True),
    Lato(bold=False),
    Lato(bold=True, wide=0.75),
    Lato(bold=True, wide=1.3),
    Lato(bold=True, slant=0.25),
    Lato(bold=True, wide=1.1, coarse=3.5),
    Lato(bold=False, wide=0.8, coarse=2.5),
    Pen(0.17, "flag", "closed", "plain", False),
    Pen(0.12, "bare", "open", "plain", False),
    Pen(0.2, "foot", "closed", "plain", False, 0.7),
    Pen(0.14, "foot", "open", "barred", True, 0.55),
    Pen(0.09, "flag", "closed", "barred", False, 0.5),
    Pen(0.22, "bare", "closed", "plain", True, 0.75),
    Pen(0.26, "flag", "closed", "plain", False, 0.8),
    Pen(0.2, "flag", "closed", "plain", False, 0.66, curled=True),
    Pen(0.15, "flag", "closed", "plain", False, 0.62, curled=True),
    Pen(0.24, "foot", "closed", "plain", False, 0.72, curled=True),
    Pen(0.11, "bare", "closed", "plain", True, 0.55, curled=True),
    Hershey(cv2.FONT_HERSHEY_TRIPLEX, 0.11),
    Hershey(cv2.FONT_HERSHEY_TRIPLEX, 0.14, 0.85),
    Hershey(cv2.FONT_HERSHEY_COMPLEX, 0.09),
    Hershey(cv2.FONT_HERSHEY_COMPLEX, 0.13, 1.2),
    Hershey(cv2.FONT_HERSHEY_DUPLEX, 0.15, 0.9),
    Hershey(cv2.FONT_HERSHEY_TRIPLEX | cv2.FONT_ITALIC, 0.12),
    Lato(bold=True, other="VeraBd.ttf"),
    Lato(bold=True, other="VeraBd.ttf", wide=0.85),
    Lato(bold=False, other="Vera.ttf"),
    Lato(bold=True, other="VeraBI.ttf"),
    Lato(bold=True, other="Caladea-Bold.ttf"),
    Lato(bold=True, other="Caladea-Bold.ttf", wide=1.2),
    Lato(bold=True, other="Caladea-Bold.ttf", slant=0.2),
    Lato(bold=False, other="Caladea-Regular.ttf"),
    *_pens(24),
)

UNSEEN_TYPEFACES: tuple[Pen | Lato, ...] = (
    Pen(0.26, "flag", "closed", "plain", False, 0.62, nib=0.35),
    Pen(0.2, "foot", "open", "plain", True, 0.58, nib=0.45),
    Pen(0.14, "bare", "open", "plain", True, 0.5, square=True),
    Pen(0.22, "foot", "closed", "barred", True, 0.6, square=True),
    Lato(bold=False, wide=0.65, slant=-0.15),
)
"""Typefaces kept for examination, which no picture to learn from shows; their numbers follow those of ``TYPEFACES``."""
