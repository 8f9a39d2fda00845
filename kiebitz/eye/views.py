"""The views from above that later frames may be compared with, by the numbers of their looks."""

from __future__ import annotations

from collections.abc import Collection

from calibration.places import Place
from kiebitz.pictures.frame import Image
from kiebitz.pictures.steady import View, look_down


class Views:
    """The views of one table; ``number`` is the latest."""

    def __init__(self) -> None:
        self.number = 0
        self.image: Image | None = None
        """The picture of the latest look."""
        self._known: dict[int, tuple[Place, View]] = {}

    def add(self, image: Image, place: Place, view: View, *, besides: Collection[int | None]) -> int:
        """Remember the *view* of *place* in *image* and return its number; only *besides* are kept of the others."""
        self.number += 1
        self._known = {number: known for number, known in self._known.items() if number in besides}
        self._known[self.number] = (place, view)
        self.image = image
        return self.number

    def of(self, number: int | None) -> View | None:
        """Return the view with this *number*; None where there is none any more."""
        known = self._known.get(number or 0)
        return None if known is None else known[1]

    def is_at(self, number: int, place: Place) -> bool:
        """Return whether the view with this *number* is of the board at *place*."""
        return number in self._known and self._known[number][0] is place

    def move_latest(self, place: Place) -> None:
        """Take the latest picture as one of a board at *place*."""
        if self.image is not None:
            self._known[self.number] = (place, look_down(self.image, place))
