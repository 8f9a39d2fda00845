"""The named colours of printed boards and pieces, as sRGB.

The four seat colours stay apart for colour-blind eyes (they lean on the palette of
Masataka Okabe and Kei Ito, 2008, with a redder red so that no light turns it orange)
and come in the order in which a picture's colours are given to the seats.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour by name, with its sRGB value (0 to 255)."""

    name: str
    rgb: tuple[int, int, int]

    @property
    def luminance(self) -> float:
        """Relative luminance after WCAG 2.1, 0 (black) to 1 (white).

        >>> round(PAPER.luminance, 3)
        1.0
        """

        def linear(value: int) -> float:
            part = value / 255
            return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

        red, green, blue = (linear(value) for value in self.rgb)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(self, other: Ink) -> float:
        """Return the WCAG 2.1 contrast ratio with *other*, 1 to 21."""
        low, high = sorted((self.luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)


PAPER = Ink("paper", (255, 255, 255))
BLACK = Ink("black", (0, 0, 0))
TEXT = Ink("text", (33, 37, 41))
MUTED = Ink("muted", (95, 99, 104))
GRID = Ink("grid", (120, 116, 108))
TINT = Ink("tint", (232, 227, 214))
ACCENT = Ink("accent", (0, 96, 100))

RED = Ink("red", (204, 51, 17))
YELLOW = Ink("yellow", (242, 204, 12))
GREEN = Ink("green", (0, 150, 105))
BLUE = Ink("blue", (0, 103, 178))
PURPLE = Ink("purple", (126, 50, 148))
CYAN = Ink("cyan", (86, 190, 233))

SEAT_INKS = {"A": RED, "B": YELLOW, "C": GREEN, "D": BLUE}
"""Seat → ink of the printed pieces."""

SEAT_INKS_6 = {**SEAT_INKS, "E": PURPLE, "F": CYAN}
"""The same for games with up to six seats."""
