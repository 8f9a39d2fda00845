"""The named colours of printed boards and pieces, in sRGB.

The seat colours can be told apart by colour-blind players. They follow the palette of
Masataka Okabe and Kei Ito (2008), with a redder red that does not look orange in warm
light. Their order is the order in which seats take the colours seen in a picture.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ink:
    """A named colour and its sRGB value (0 to 255)."""

    name: str
    rgb: tuple[int, int, int]

    @property
    def hex(self) -> str:
        """The colour as SVG and CSS write it.

        >>> PAPER.hex
        '#ffffff'
        """
        return "#" + "".join(f"{value:02x}" for value in self.rgb)

    @property
    def luminance(self) -> float:
        """Relative luminance as defined by WCAG 2.1, from 0 (black) to 1 (white).

        >>> round(PAPER.luminance, 3)
        1.0
        """

        def linear(value: int) -> float:
            part = value / 255
            return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

        red, green, blue = (linear(value) for value in self.rgb)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def contrast(self, other: Ink) -> float:
        """Return the WCAG 2.1 contrast ratio with *other*, from 1 to 21."""
        low, high = sorted((self.luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)


PAPER = Ink("paper", (255, 255, 255))
BLACK = Ink("black", (0, 0, 0))
TEXT = Ink("text", (33, 37, 41))
MUTED = Ink("muted", (95, 99, 104))
GRID = Ink("grid", (120, 116, 108))
TINT = Ink("tint", (232, 227, 214))
RING = Ink("ring", (120, 120, 120))
"""Ink of the ring around a white stone."""
PALE = Ink("pale", (243, 239, 228))
"""Ink of a white stone's face."""
ACCENT = Ink("accent", (0, 96, 100))

RED = Ink("red", (204, 51, 17))
YELLOW = Ink("yellow", (242, 204, 12))
GREEN = Ink("green", (0, 150, 105))
BLUE = Ink("blue", (0, 103, 178))
PURPLE = Ink("purple", (126, 50, 148))
CYAN = Ink("cyan", (86, 190, 233))

SEAT_INKS = {"A": RED, "B": YELLOW, "C": GREEN, "D": BLUE}
"""Seat → ink of its printed pieces."""

SEAT_INKS_6 = {**SEAT_INKS, "E": PURPLE, "F": CYAN}
"""Like ``SEAT_INKS``, for games with up to six seats."""

INKS = {
    **{ink.name: ink for ink in SEAT_INKS_6.values()},
    "orange": Ink("orange", (238, 119, 51)),
    "black": Ink("black", (40, 42, 46)),
    "pink": Ink("pink", (240, 149, 180)),
}
"""The colours in which pieces can be printed, by name; paper is white, and no ink is clear, wood or metal."""

SHOWN = {
    **INKS,
    "white": Ink("white", (251, 250, 247)),
    "clear": Ink("clear", (223, 233, 238)),
    "natural": Ink("natural", (217, 179, 130)),
    "silver": Ink("silver", (180, 184, 189)),
}
"""Colour that people may name → the ink that shows it in diagrams."""

PALETTES: dict[str, dict[str, Ink]] = {
    "safe": SEAT_INKS_6,
    "okabe-ito": {
        "A": Ink("red", (213, 94, 0)),
        "B": Ink("yellow", (240, 228, 66)),
        "C": Ink("green", (0, 158, 115)),
        "D": Ink("blue", (0, 114, 178)),
        "E": Ink("purple", (204, 121, 167)),
        "F": Ink("cyan", (86, 180, 233)),
    },
    "tol-bright": {
        "A": Ink("red", (238, 102, 119)),
        "B": Ink("yellow", (204, 187, 68)),
        "C": Ink("green", (34, 136, 51)),
        "D": Ink("blue", (68, 119, 170)),
        "E": Ink("purple", (170, 51, 119)),
        "F": Ink("cyan", (102, 204, 238)),
    },
}
"""Palette → ink of each seat. ``safe`` is adapted from the palette of Okabe and Ito, ``okabe-ito`` is that palette,
and ``tol-bright`` is Paul Tol's "bright" (2012). Colour-blind players can tell the inks of each apart, and every piece
also bears its seat's letter."""

_GREYS = {"A": 70, "B": 235, "C": 150, "D": 35, "E": 110, "F": 195}


def lighter(ink: Ink, share: float) -> Ink:
    """Return *ink* printed at strength *share* (0 to 1), under the same name."""
    red, green, blue = (round(255 - (255 - value) * share) for value in ink.rgb)
    return Ink(ink.name, (red, green, blue))


def greyed(ink: Ink) -> Ink:
    """Return the grey of the same luminance as *ink*, under the same name."""
    light = ink.luminance
    part = 12.92 * light if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    value = round(255 * part)
    return Ink(ink.name, (value, value, value))


def seat_grey(seat: str) -> Ink:
    """Return the grey for *seat* on a black-only printer; all six are easy to tell apart."""
    return Ink("grey", (_GREYS[seat],) * 3)
