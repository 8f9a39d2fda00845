"""The QR code in a printed board's frame: game, variant, paper and cell size."""

from __future__ import annotations

from dataclasses import dataclass

_HEAD = "KIEBITZ"
MODULES = 29
"""Modules along one side of the code (QR version 3)."""
MODULE_MM = 0.5
CODE_MM = MODULES * MODULE_MM
QUIET_MM = 4 * MODULE_MM


@dataclass(frozen=True, slots=True)
class Stamp:
    """Game, variant, paper and cell size.

    The variant is ``8`` for a board of eight cells a side, ``4A`` for seat A of four
    players, or empty.

    >>> stamp = Stamp("tabik", "8", "a4", 24.0)
    >>> stamp.text
    'KIEBITZ:TABIK:8:A4:24.00'
    >>> Stamp.parse(stamp.text) == stamp
    True
    """

    game: str
    variant: str
    paper: str
    cell_mm: float

    @property
    def text(self) -> str:
        """The stamp in QR's alphanumeric characters, which make the smallest code."""
        game = self.game.replace("_", "-")
        return ":".join((_HEAD, game, self.variant, self.paper, f"{self.cell_mm:.2f}")).upper()

    @classmethod
    def parse(cls, text: str) -> Stamp:
        """Return the stamp written as *text*. Raises ``ValueError`` if it is not one."""
        parts = text.split(":")
        try:
            head, game, variant, paper, cell = parts
            size = float(cell)
        except ValueError:
            head, size = "", 0.0
        if head != _HEAD or not size > 0:
            raise ValueError(f"{text!r} is not a Kiebitz board code")
        return cls(game.lower().replace("-", "_"), variant, paper.lower(), size)
