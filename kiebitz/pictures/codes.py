"""Reads the QR codes in a picture, however large or slanted they lie in it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from kiebitz.pictures.files import shrunk
from kiebitz.pictures.frame import Image

_SIDES_PX = (4096, 2400, 1600, 1100)
"""Longer sides at which codes are looked for, in pixels: fine modules need many pixels, noisy pictures few."""
_ENLARGED = 2.0


def codes_in(image: Image) -> Iterator[str]:
    """Yield the texts of the codes in *image*, the same one maybe several times, as they are found."""
    for each in _looks(image):
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            found, texts, _, _ = detector.detectAndDecodeMulti(each)
            yield from (text for text in (texts if found else ()) if text)


def _looks(image: Image) -> Iterator[Image]:
    height, width = image.shape[:2]
    sizes = [side for side in _SIDES_PX if side < max(height, width)]
    yield from (shrunk(image, longest_px=side) for side in (max(height, width), *sizes))
    if max(height, width) <= _SIDES_PX[1]:
        larger = cv2.resize(image, None, fx=_ENLARGED, fy=_ENLARGED, interpolation=cv2.INTER_CUBIC)
        yield np.asarray(larger, np.uint8)
