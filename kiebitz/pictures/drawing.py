"""Writes picture files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from kiebitz.failure import Failure


def save_png(path: Path, image: npt.NDArray[np.uint8]) -> None:
    """Write *image* (BGR) to *path*. Raises ``Failure`` if that is not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    except OSError as error:
        raise Failure(f"cannot write {path}: {error.strerror or error}; name another place") from error
