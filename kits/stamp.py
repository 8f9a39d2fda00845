"""What a printed board says of itself in the small square code of its frame."""

from __future__ import annotations

from dataclasses import dataclass

_HEAD = "KIEBITZ"
MODULES = 29
"""Modules along a side of the code: a QR code of version 3."""
MODULE_MM = 0.5
CODE_MM = MODULES * MODULE_MM
QUIET_MM = 4 * MODULE_MM


@dataclass(frozen=True, slots=True)
class Stamp:
    """Game, variant (``8`` for a side of eight, ``4A`` for seat A of four; may be empty), paper and cell size.

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
        """The stamp in letters that a code packs most densely."""
        game = self.game.replace("_", "-")
        return ":".join((_HEAD, game, self.variant, self.paper, f"{self.cell_mm:.2f}")).upper()

    @classmethod
    def parse(cls, text: str) -> Stamp:
        """Return the stamp written as *text*. Raises ``ValueError`` where it is none."""
        parts = text.split(":")
        try:
            head, game, variant, paper, cell = parts
            size = float(cell)
        except ValueError:
            head, size = "", 0.0
        if head != _HEAD or not size > 0:
            raise ValueError(f"the code {text!r} is not that of a board of Kiebitz")
        return cls(game.lower().replace("-", "_"), variant, paper.lower(), size)
