"""The target for measuring printers and cameras: a ChArUco board with a grey and colour card below it.

Sheet frame: mm, origin at the top left corner of the paper, x right, y down. Markers
come from OpenCV's DICT_4X4. Every paper size and side has its own codes, so a picture
identifies the sheet.
"""

from __future__ import annotations

from dataclasses import dataclass

from kits.inks import SEAT_INKS_6, Ink

COLUMNS, ROWS = 7, 9
MARKERS = COLUMNS * ROWS // 2
"""How many markers one side has: one in each white square."""
_MARKER_SHARE = 0.72
_SIZES = {
    "a4": (210.0, 24.0),
    "letter": (215.9, 22.0),
    "a3": (297.0, 36.0),
    "a5": (148.0, 13.0),
    "both": (210.0, 22.0),
    "tabloid": (279.4, 36.0),
}
"""Paper → its width and the side of a chessboard square, in mm."""
_SIDES = {
    **{name: (number, number + 5) for number, name in enumerate(("a4", "letter", "a3", "a5", "both"))},
    "tabloid": (10, 11),
}
"""Paper → the numbers of its front and back among all targets ever printed; they determine the markers' codes."""
_TOP_MM = 21.0
_CARD_GAP_MM = 4.0

GREYS = tuple(Ink(f"grey {level}", (level,) * 3) for level in (0, 51, 102, 153, 204, 255))
PATCHES = (*GREYS, *SEAT_INKS_6.values())
"""The patches of the grey and colour card, from left to right."""


@dataclass(frozen=True, slots=True)
class Target:
    """One side of the target sheet for one paper size."""

    paper: str
    square_mm: float
    at_mm: tuple[float, float]
    """The chessboard's top left corner on the sheet."""
    first_code: int
    back: bool = False

    @property
    def marker_mm(self) -> float:
        return self.square_mm * _MARKER_SHARE

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height of the chessboard."""
        return COLUMNS * self.square_mm, ROWS * self.square_mm

    @property
    def codes(self) -> tuple[int, ...]:
        return tuple(range(self.first_code, self.first_code + MARKERS))

    @property
    def card_mm(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the grey and colour card."""
        left, top = self.at_mm[0], self.at_mm[1] + self.size_mm[1] + _CARD_GAP_MM
        side = self.size_mm[0] / len(PATCHES)
        return left, top, left + self.size_mm[0], top + side


def target(paper: str, *, back: bool = False) -> Target:
    """Return the target for *paper*. Raises ``KeyError`` for a paper without one."""
    width, square = _SIZES[paper]
    number = _SIDES[paper][back]
    return Target(paper, square, ((width - COLUMNS * square) / 2, _TOP_MM), MARKERS * number, back)


def targets() -> tuple[Target, ...]:
    """Return both sides of the target for every paper, by their codes."""
    every = (target(paper, back=back) for back in (False, True) for paper in _SIZES)
    return tuple(sorted(every, key=lambda side: side.first_code))
