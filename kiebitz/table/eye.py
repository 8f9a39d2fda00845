"""What a session needs of calibration and vision, as one narrow interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from calibration.orientation import turned
from calibration.places import Place, Places
from core.reading import Reading
from kiebitz.pictures.frame import Image
from vision.advice import Warned


@dataclass(frozen=True, slots=True)
class Look:
    """One picture read: the evidence, and the colour that each seat was taken to have, where one was seen.

    ``framing`` is what is wrong with where the board lies in the picture.
    """

    reading: Reading
    colours: Mapping[str, str]
    framing: Sequence[Warned] = ()


class Eye(Protocol):
    """Finds the board and reads it."""

    def find(self, image: Image) -> Place | None:
        """Return where the board lies in *image*, or all of the boards; None when one is not found."""
        ...

    def follow(self, image: Image, place: Place) -> Place | None:
        """Return where the board of *place* lies by now, named as it was; *place* itself if it has not moved."""
        ...

    def look(self, image: Image, place: Place, colours: Mapping[str, str]) -> Look:
        """Return what stands on the board. *colours* are those of the seats that are known already."""
        ...

    def learn(self, contents: Mapping[str, str]) -> None:
        """Take to heart that *contents* stood on the board at the latest look: the rules have confirmed it."""
        ...


def nearest_turn(place: Place, corners_px: npt.NDArray[np.float64]) -> Place:
    """Return *place* named so that its corners lie closest to *corners_px* (4, 2); tags leave nothing to name."""
    if isinstance(place, Places) or place.method == "tags":
        return place
    square = place.plan.columns == place.plan.rows
    choices = [turned(place, quarters) for quarters in ((0, 1, 2, 3) if square else (0, 2))]
    return min(choices, key=lambda choice: float(np.abs(choice.corners_px - corners_px).sum()))
