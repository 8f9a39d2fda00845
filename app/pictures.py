"""Picture files, from whatever people have to the pixels that vision takes.

OpenCV turns every depth and number of channels into 8-bit BGR and applies the camera's
rotation note (EXIF). Large photographs are shrunk for work; results are given in the
pixels of the file.
"""

from __future__ import annotations

import contextlib
import os
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from app.failure import Failure

Image = npt.NDArray[np.uint8]
SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture at working size. ``scale`` is working pixels per pixel of the file (at most 1)."""

    image: Image
    scale: float
    path: Path

    def file_px(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return working pixel coordinates (N, 2) in pixels of the file; both count from pixel centres."""
        return (np.asarray(points, dtype=np.float64) + 0.5) / self.scale - 0.5

    def working_px(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Return pixel coordinates (N, 2) of the file in working pixels."""
        return (np.asarray(points, dtype=np.float64) + 0.5) * self.scale - 0.5


def load(path: Path, *, longest_px: int = 2000, limit_megapixels: float = 150.0) -> Picture:
    """Return the picture at *path*. Raises ``Failure`` with what is wrong with the file."""
    image = decode(path, limit_megapixels=limit_megapixels)
    small = shrunk(image, longest_px=longest_px)
    return Picture(small, small.shape[1] / image.shape[1], path)


def shrunk(image: Image, *, longest_px: int = 2000) -> Image:
    """Return *image* with no side longer than *longest_px*."""
    height, width = image.shape[:2]
    scale = longest_px / max(height, width)
    if scale >= 1.0:
        return image
    return _bgr(
        cv2.resize(image, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA)
    )


def decode(path: Path, *, limit_megapixels: float = 150.0) -> Image:
    """Return the whole picture as BGR. Raises ``Failure``."""
    if path.is_dir():
        raise Failure(f"{path} is a folder; give one picture, or use `kiebitz watch` for a folder")
    if path.is_char_device() or path.is_block_device():
        raise Failure(f"{path} is a device, not a picture; give a picture, or use `kiebitz watch` for a camera")
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise Failure(f"there is no file {path}; give the path of a picture (JPEG, PNG, WebP, TIFF or BMP)") from None
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror or error}") from error
    if not data:
        raise Failure(f"{path} is empty (0 bytes); take or copy the picture again")
    if (size := _declared_size(data)) and size[0] * size[1] > limit_megapixels * 1e6:
        raise Failure(f"{path} is {size[0]} × {size[1]} pixels; shrink it below {limit_megapixels:.0f} megapixels")
    try:
        with _quiet_stderr():
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (cv2.error, MemoryError):
        image = None
    if image is None or image.size == 0:
        raise Failure(
            f"{path} is not a picture that can be read: damaged, or of another kind than JPEG, PNG, WebP, TIFF, BMP"
        )
    return _bgr(image)


def _bgr(image: npt.NDArray[np.generic] | cv2.Mat) -> Image:
    return np.asarray(image, dtype=np.uint8)


def _declared_size(data: bytes) -> tuple[int, int] | None:
    """Return the (width, height) that a PNG or JPEG states in its head, before anything is decoded."""
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:2] != b"\xff\xd8":
        return None
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= kind <= 0xCF and kind not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + max(length, 2)
    return None


@contextlib.contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keep the C libraries' own remarks about damaged files off the terminal."""
    try:
        saved = os.dup(2)
    except OSError:
        yield
        return
    try:
        with Path(os.devnull).open("wb") as void:
            os.dup2(void.fileno(), 2)
        yield
    finally:
        os.dup2(saved, 2)
        os.close(saved)
