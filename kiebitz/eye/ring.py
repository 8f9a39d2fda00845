"""Which mini-boards of a ring are in the picture: those whose tags are seen, and what is hidden from an unmoved camera.

A board that is hidden while the camera goes elsewhere is not in the picture. Where it should lie beside the ones that
are seen could be known from a picture of both, but only to 0.1 to 0.7 cells (benchmarks/README.md): too little to read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.places import Place
from calibration.registration import Registration
from kiebitz.eye.identity import is_off

_STILL_CELLS = 0.1
"""If no corner of a board has moved by this much, in cells, it lies where it did, and so do the hidden boards."""


@dataclass(frozen=True, slots=True, eq=False)
class Ring:
    """A ring whose boards belong to *seats*, in their order, as the *latest* picture shows it."""

    seats: tuple[str, ...]
    latest: Mapping[str, Registration] = field(default_factory=dict)

    def with_picture(self, seen: Place) -> Ring:
        """Return the ring after a picture in which *seen* are the boards that were found."""
        boards = {board.plan.prefix: board for board in seen.boards}
        still = any(_is_still(board, self.latest.get(seat)) for seat, board in boards.items())
        return replace(self, latest={**self.latest, **boards} if still else boards)

    @property
    def place(self) -> Place:
        """The boards in the latest picture, in the order of their seats."""
        boards = tuple(self.latest[seat] for seat in self.seats if seat in self.latest)
        place = Place(boards)
        return replace(place, whole=len(boards) == len(self.seats) and not place.is_cut)


def _is_still(board: Registration, before: Registration | None) -> bool:
    if before is None or before.camera.size != board.camera.size:
        return False
    return not is_off(Place((before,)), Place((board,)), _STILL_CELLS)
