"""Writes picture files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from kiebitz.disk import write_file


def save_png(path: Path, image: npt.NDArray[np.uint8]) -> None:
    """Write *image* (BGR) to *path*. Raises ``Failure`` if that is not possible."""
    write_file(path, cv2.imencode(".png", image)[1].tobytes(), remedy="name another place")
