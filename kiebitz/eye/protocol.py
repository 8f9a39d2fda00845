"""The interface through which a session uses calibration and vision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from calibration.places import Place
from core.reading import Misplaced, Reading
from kiebitz.pictures.frame import Image
from kiebitz.table.corners import Point
from vision.framing import Warned


@dataclass(frozen=True, slots=True)
class Look:
    """The reading of one picture, and the colour assumed for each seat that was seen.

    ``framing`` describes a problem with the board's place in the picture. ``prior_nats`` are the log-odds that a rod
    beside an empty cell, and each kind of pyramid, had before looking.
    """

    reading: Reading
    colours: Mapping[str, str]
    framing: Sequence[Warned] = ()
    prior_nats: Mapping[str, float] = field(default_factory=dict)
    further: Mapping[str, str] = field(default_factory=dict)
    """Cells whose pieces have a colour that is one too many for the players, each with that colour."""


class ByHand(Protocol):
    """Tells where a board lies from corners set by hand."""

    def __call__(self, image: Image, corners_px: Sequence[Point]) -> Place | None:
        """Return the place of the board with *corners_px* in *image*; None where no camera sees a board so."""
        ...


class Eye(Protocol):
    """Finds the board and reads it."""

    def find(self, image: Image) -> Place | None:
        """Return the place of the board, or of the mini-boards that are seen, in *image*; None if there is none."""
        ...

    def follow(self, image: Image, place: Place) -> Place | None:
        """Return the current place of the board that was at *place*, with the same cell names; *place* if unmoved."""
        ...

    def other(self, image: Image) -> str:
        """Return whose board is in view, in words, if it is not like this one; empty if none is recognised."""
        ...

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        """Return what is on the board. *colours* are the seats' colours as far as they are known."""
        ...

    def misplaced(self, image: Image, place: Place, cells: Sequence[str]) -> tuple[Misplaced, ...]:
        """Return the pieces that lie wrong on *cells*; the picture has just been looked at."""
        ...

    def expect(self, players: int, *, fewer: bool) -> None:
        """Read for this number of *players* from now on; if *fewer*, perhaps not all of them play."""
        ...

    def learn(self, contents: Mapping[str, str]) -> None:
        """Learn from the latest picture, for which the rules have confirmed *contents*."""
        ...


def turns(place: Place) -> list[Place]:
    """Return *place* turned as the board may lie: as it is with tags, else each way round in which it looks alike."""
    if place.way_round_is_known:
        return [place]
    plan = place.boards[0].plan
    square = plan.columns == plan.rows
    return [place.turned(quarters) for quarters in ((0, 1, 2, 3) if square else (0, 2))]


def nearest_turn(place: Place, corners_px: npt.NDArray[np.float64]) -> Place:
    """Return *place* turned so that its corners are closest to *corners_px* (4, 2); with tags it stays as it is."""
    return min(turns(place), key=lambda choice: float(np.abs(choice.corners_px - corners_px).sum()))
