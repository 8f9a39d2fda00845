"""Camera files: ``kiebitz calibrate`` writes them, and every command that reads pictures can use them."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from calibration.intrinsics import Intrinsics, Rejected
from calibration.registration import Camera
from core.json_types import JsonObject
from kiebitz.disk import kind_of, read_json, shown, write_file
from kiebitz.failure import Failure
from kiebitz.home import home
from kiebitz.pictures.frame import Image


def as_json(found: Intrinsics | None, rejected: Sequence[Rejected]) -> JsonObject:
    """Return the answer of contract.md, which is also what a camera's file holds."""
    left_out = [{"name": view.name, "why": view.why} for view in rejected]
    if found is None:
        return {
            "rms_px": None, "image_size": None, "K": None, "dist": None, "per_view_px": [], "used": 0,
            "rejected": left_out, "verdict": "redo", "board_error_mm": None, "views": [],
            "advice": ["Take eight or more pictures of the whole sheet, tilted differently."],
        }  # fmt: skip
    return {
        "rms_px": round(found.rms_px, 4),
        "image_size": list(found.camera.size),
        "K": [[round(float(value), 4) for value in row] for row in found.camera.K],
        "dist": [round(float(value), 7) for value in found.camera.dist],
        "per_view_px": [round(error, 4) for error in found.per_view_px],
        "used": len(found.used),
        "rejected": left_out,
        "verdict": found.verdict,
        "board_error_mm": round(found.board_error_mm, 3) if math.isfinite(found.board_error_mm) else None,
        "views": list(found.used),
        "focal_sd": round(found.focal_sd, 5),
        "coverage": round(found.coverage, 3),
        "advice": list(found.advice),
    }


def camera_path(name: str) -> Path:
    """Return the path of the camera *name*."""
    return home() / "cameras" / f"{name}.json"


def write_camera(path: Path, answer: JsonObject) -> None:
    """Write the camera of *answer*. Raises ``Failure``."""
    text = json.dumps(answer, ensure_ascii=False, indent=1) + "\n"
    write_file(path, text.encode("utf-8"), remedy="name another place with --out")


def load_camera(text: str) -> Camera:
    """Return the camera in the file *text*, or the one kept under that name. Raises ``Failure``."""
    path = Path(text)
    if kind_of(path) != "file" and kind_of(camera_path(text)) == "file":
        path = camera_path(text)
    what, remedy = "a camera's file", "`kiebitz calibrate` makes one"
    kept = read_json(path, what, remedy=remedy)
    try:
        K, dist = np.array(kept["K"], dtype=np.float64), np.array(kept["dist"], dtype=np.float64).ravel()
        width, height = (int(side) for side in kept["image_size"])
        numbers = np.concatenate([K.ravel(), dist])
        if K.shape != (3, 3) or len(dist) > 5 or min(width, height, K[0, 0], K[1, 1]) <= 0:
            raise ValueError
        if not np.all(np.isfinite(numbers)):
            raise ValueError
    except (ValueError, KeyError, TypeError, OverflowError):
        raise Failure(f"{shown(path)} is not {what}; {remedy}") from None
    return Camera(K, np.pad(dist, (0, 5 - len(dist))), (width, height))


def has_shape(camera: Camera, image: Image) -> bool:
    """Return whether *camera* can have taken *image*, by its proportions."""
    height, width = image.shape[:2]
    return abs(math.log(width / height * camera.size[1] / camera.size[0])) <= 0.01


def check_shape(camera: Camera | None, image: Image) -> None:
    """Raise ``Failure`` if *camera* cannot have taken *image*, because the proportions differ."""
    if camera is None:
        return
    if not has_shape(camera, image):
        height, width = image.shape[:2]
        own = f"{camera.size[0]} × {camera.size[1]}"
        raise Failure(
            f"the camera of --camera takes pictures of {own}, and this one is {width} × {height}; leave --camera out"
        )
