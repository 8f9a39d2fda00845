"""What a person should know about a picture."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.views import Views

_FAR_PX = 25.0


@dataclass(frozen=True, slots=True)
class Warned:
    """Something about the picture that a person should know."""

    code: str
    message: str


def picture_warnings(where: Views, outside: npt.NDArray[np.bool_]) -> list[Warned]:
    """Return what is wrong with how the picture was taken; *outside* (N,) are the cells beyond its edge."""
    found = []
    if outside.any():
        names = ", ".join(cell for cell, out in zip(where.cells, outside, strict=True) if out)
        found.append(Warned("outside", f"Not in the picture: {names}. Move the camera back or turn it."))
    if float(np.median(where.px_per_cell)) < _FAR_PX:
        found.append(Warned("far", "The board is small in the picture; bring the camera closer."))
    return found
