"""Pictures that Kiebitz leaves behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from kiebitz.failure import Failure


def save_png(path: Path, image: npt.NDArray[np.uint8]) -> None:
    """Write *image* (BGR) to *path*. Raises ``Failure`` where that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}; name another place") from error


def with_line(image: npt.NDArray[np.uint8], place: Registration, cells: Sequence[str]) -> npt.NDArray[np.uint8]:
    """Return a copy of *image* with a stroke through *cells*."""
    out = image.copy()
    points = np.rint(place.px_from_board([place.plan.centre_mm(cell) for cell in cells])).astype(np.int32)
    for colour, thickness in (((40, 40, 40), 11), ((80, 230, 120), 6)):
        cv2.polylines(out, [points.reshape(-1, 1, 2)], False, colour, thickness, cv2.LINE_AA)
    return out
