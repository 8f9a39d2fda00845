"""What a session needs of calibration and vision, as one narrow interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from calibration.orientation import turned
from calibration.registration import Registration
from core.reading import Reading

Image = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Look:
    """One picture read: the evidence, and the colour that each seat was taken to have, where one was seen."""

    reading: Reading
    colours: Mapping[str, str]


class Eye(Protocol):
    """Finds the board and reads it."""

    def find(self, image: Image) -> Registration | None:
        """Return where the board lies in *image*; None when it is not found."""
        ...

    def look(self, image: Image, registration: Registration, colours: Mapping[str, str]) -> Look:
        """Return what stands on the board. *colours* are those of the seats that are known already."""
        ...

    def learn(self, contents: Mapping[str, str]) -> None:
        """Take to heart that *contents* stood on the board at the latest look: the rules have confirmed it."""
        ...


def nearest_turn(registration: Registration, corners_px: npt.NDArray[np.float64]) -> Registration:
    """Return *registration* named so that its corners lie closest to *corners_px* (4, 2)."""
    if registration.method == "tags":
        return registration
    square = registration.plan.columns == registration.plan.rows
    choices = [turned(registration, quarters) for quarters in ((0, 1, 2, 3) if square else (0, 2))]
    return min(choices, key=lambda choice: float(np.abs(choice.corners_px - corners_px).sum()))
