"""Reads picture files of any common kind into the pixels that vision uses.

OpenCV converts every bit depth and number of channels to 8-bit BGR, applies the EXIF
rotation and takes the first frame of an animation. Pillow reads a file's header first, so
that a picture that would fill the memory is refused before it is decoded. Large photographs
are reduced to a working size; results are given in pixels of the file.
"""

from __future__ import annotations

import contextlib
import io
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from kiebitz.disk import LARGEST_PICTURE, kind_of, read_file, shown
from kiebitz.failure import Failure
from kiebitz.pictures.colours import by_profile
from kiebitz.pictures.frame import Image
from kiebitz.pictures.order import name_key
from kiebitz.quiet import quiet

_ROTATION = 0x112
_REMEDY = "give the path of a picture (JPEG, PNG, WebP, TIFF or BMP)"
_REMEDIES = {
    "folder": "give one picture, or use `kiebitz watch` for a folder",
    "device": "give a picture, or use `kiebitz watch` for a camera",
    "pipe": "send the picture to standard input, and give - in place of it",
}
_JPEG, _SCAN = b"\xff\xd8", b"\xff\xda"
_MOST_SCANS = 40
"""A JPEG with more scans is refused. Progressive pictures have about ten; those of embedded pictures count, too."""
SUFFIXES = frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def pictures_in(folder: Path) -> tuple[Path, ...]:
    """Return the pictures in *folder* in the order of their names. Raises ``Failure`` if there are none."""
    paths = pictures_among(folder)
    if not paths:
        raise Failure(f"{folder} holds no pictures; put JPEG or PNG files into it, named in the order of time")
    return paths


def pictures_among(folder: Path) -> tuple[Path, ...]:
    """Return the pictures in *folder* in the order of their names; hidden files are other programs' own."""
    found = (path for path in folder.iterdir() if path.suffix.lower() in SUFFIXES and not path.name.startswith("."))
    return tuple(sorted((path for path in found if path.is_file()), key=lambda path: name_key(path.name)))


def is_whole(path: Path) -> bool:
    """Return whether the picture at *path* is complete; OpenCV also decodes truncated ones."""
    from PIL import Image as Pictures

    try:
        with quiet, Pictures.open(path) as picture:  # large pictures, odd notes in the head: decode has the say
            picture.draft("RGB", (picture.width // 8, picture.height // 8))
            picture.load()
    except (OSError, ValueError, SyntaxError, EOFError, Pictures.DecompressionBombError):
        return False
    return True


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture at working size. ``scale`` is working pixels per pixel of the file (at most 1)."""

    image: Image
    scale: float
    name: str
    """The picture's name in messages: its path if it has one."""
    mirrored: bool = False
    """Whether the file shows a mirror image, so that ``image`` was flipped."""

    def file_px(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Convert working pixel coordinates (N, 2) to pixels of the file; both count from pixel centres."""
        return (self._round(points) + 0.5) / self.scale - 0.5

    def working_px(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Convert pixel coordinates (N, 2) of the file to working pixels."""
        return self._round((np.asarray(points, dtype=np.float64) + 0.5) * self.scale - 0.5)

    def _round(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Convert working pixels to pixels of the file before it was flipped, or back: both ways are the same."""
        there = np.array(points, dtype=np.float64)
        if self.mirrored:
            there[..., 0] = self.image.shape[1] - 1 - there[..., 0]
        return there


Given = str | Path | bytes | npt.NDArray[np.uint8]
"""A picture as callers hold it: a file's path, a file's bytes, or pixels (BGR or grey)."""


def load(given: Given, *, name: str = "", longest_px: int = 2000, limit_megapixels: float = 150.0) -> Picture:
    """Return the picture *given*, called *name* in messages. Raises ``Failure`` with what is wrong with it."""
    name = name or (str(given) if isinstance(given, str | Path) else "the picture")
    if isinstance(given, np.ndarray):
        image = _pixels(given, limit_megapixels)
    elif isinstance(given, bytes):
        image = decode_bytes(given, name, limit_megapixels=limit_megapixels)
    else:
        image = decode(Path(given), limit_megapixels=limit_megapixels)
    small = shrunk(image, longest_px=longest_px)
    return Picture(small, small.shape[1] / image.shape[1], name)


def _pixels(given: npt.NDArray[np.uint8], limit_megapixels: float) -> Image:
    """Return a caller's array as BGR. Raises ``Failure`` if it is not a picture."""
    if given.dtype != np.uint8 or given.ndim not in (2, 3) or given.shape[2:] not in ((), (3,)) or not given.size:
        raise Failure(
            f"an array of {given.dtype} with shape {given.shape} is not a picture; "
            "give uint8 with shape (height, width, 3), BGR, or (height, width)"
        )
    height, width = given.shape[:2]
    _check_size("the picture", width, height, limit_megapixels)
    return given if given.ndim == 3 else np.repeat(given[:, :, np.newaxis], 3, axis=2)


def _check_size(name: str, width: int, height: int, limit_megapixels: float) -> None:
    if width * height > limit_megapixels * 1e6:
        raise Failure(f"{name} is {width} × {height} pixels; shrink it below {limit_megapixels:.0f} megapixels")


def shrunk(image: Image, *, longest_px: int = 2000) -> Image:
    """Return *image* with no side longer than *longest_px*."""
    height, width = image.shape[:2]
    scale = longest_px / max(height, width)
    if scale >= 1.0:
        return image
    return _bgr(
        cv2.resize(image, (max(1, round(width * scale)), max(1, round(height * scale))), interpolation=cv2.INTER_AREA)
    )


def small_jpeg(image: Image, *, longest_px: int = 960, quality: int = 80) -> bytes:
    """Return *image* (BGR, uint8), made small for a page, as JPEG."""
    _, data = cv2.imencode(".jpg", shrunk(image, longest_px=longest_px), [cv2.IMWRITE_JPEG_QUALITY, quality])
    return data.tobytes()


_PHONES_OWN = frozenset(b"ftyp" + brand for brand in (b"heic", b"heix", b"hevc", b"heim", b"mif1", b"msf1"))
"""Bytes 4 to 12 of files in which phones keep photos unless told otherwise."""


def decode(path: Path, *, limit_megapixels: float = 150.0) -> Image:
    """Return the whole picture as BGR. Raises ``Failure``."""
    data = read_file(path, "a picture", most_bytes=LARGEST_PICTURE, remedy=_REMEDIES.get(kind_of(path), _REMEDY))
    return decode_bytes(data, shown(path), limit_megapixels=limit_megapixels)


def decode_bytes(data: bytes, name: str, *, limit_megapixels: float = 150.0) -> Image:
    """Return the picture that a file's *data* hold, as BGR; messages call it *name*. Raises ``Failure``."""
    if not data:
        raise Failure(f"{name} is empty (0 bytes); take or copy the picture again")
    check_scans(data, name)
    head = _head(data)
    _check_size(name, head.width, head.height, limit_megapixels)
    image, how = None, cv2.IMREAD_COLOR if head.unturned == 1 else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    with contextlib.suppress(cv2.error, MemoryError), quiet:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), how) if head.width else None
    if image is None or image.size == 0:
        if data.startswith(b"%PDF"):
            raise Failure(f"{name} is a PDF; save its page as a picture (PNG, 300 dpi), or scan to JPEG or PNG")
        if data[4:12] in _PHONES_OWN:
            raise Failure(
                f"{name} is in a phone's own form (HEIC); let the phone take JPEG, on an iPhone by Settings, Camera, "
                "Formats, Most Compatible, or save it as JPEG"
            )
        raise Failure(
            f"{name} is not a picture that can be read: damaged, or of another kind than JPEG, PNG, WebP, TIFF, BMP; "
            "take it again, or save it as JPEG"
        )
    image = _turned(_bgr(image), head.unturned)
    return by_profile(image, head.profile) if head.profile else image


def check_scans(data: bytes, name: str) -> None:
    """Raise ``Failure`` where *data* are a JPEG, called *name*, that goes over its pixels more often than any camera's.

    Each scan of a large picture takes as long as a whole plain one, and takes up but a few bytes.
    """
    if data.startswith(_JPEG) and data.count(_SCAN) > _MOST_SCANS:
        raise Failure(f"{name} has more than {_MOST_SCANS} scans; save it as an ordinary JPEG")


def _bgr(image: npt.NDArray[np.generic] | cv2.Mat) -> Image:
    return np.asarray(image, dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class _Head:
    """The header of a picture, read before decoding; its size is zero if it is not a picture."""

    width: int = 0
    height: int = 0
    unturned: int = 1
    """EXIF rotation still to be applied, for formats in which not every version of OpenCV does it."""
    profile: bytes = b""
    """The ICC profile, which says what the colours' numbers mean; empty for sRGB."""


def _head(data: bytes) -> _Head:
    from PIL import Image as Heads
    from PIL import UnidentifiedImageError

    Heads.MAX_IMAGE_PIXELS = None  # the limit is that of decode, in its words
    try:
        with quiet, Heads.open(io.BytesIO(data)) as head:
            note = head.getexif().get(_ROTATION, 1) if head.format == "WEBP" else 1
            return _Head(*head.size, note, head.info.get("icc_profile") or b"")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, OverflowError):
        return _Head()


def _turned(image: Image, note: int) -> Image:
    """Return *image* with an EXIF rotation applied."""
    if note in (5, 6, 7, 8):
        image = np.swapaxes(image, 0, 1)
    if note in (2, 3, 6, 7):
        image = image[:, ::-1]
    if note in (3, 4, 7, 8):
        image = image[::-1]
    return np.ascontiguousarray(image)
