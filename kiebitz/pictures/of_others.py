"""Small pictures from another table: opened within limits, and encoded again before anybody sees them."""

from __future__ import annotations

import cv2

from kiebitz.failure import Failure
from kiebitz.pictures.files import decode_bytes, shrunk
from kiebitz.pictures.frame import Image

MOST_BYTES = 256 << 10
"""Most bytes of a picture that is accepted from another table."""
_MOST_MEGAPIXELS = 1.0
_LONGEST_PX = 640
_QUALITY = 70


def opened(data: bytes) -> Image:
    """Return the picture in the small JPEG *data*. Raises ``Failure`` saying what is wrong."""
    if not data.startswith(b"\xff\xd8") or len(data) > MOST_BYTES:
        raise Failure(f"The body is not a JPEG picture of at most {MOST_BYTES >> 10} KB.")
    return decode_bytes(data, "the picture", limit_megapixels=_MOST_MEGAPIXELS)


def small(image: Image) -> bytes:
    """Return *image* (BGR, uint8), made small, as JPEG, which ``MOST_BYTES`` are enough for."""
    _, data = cv2.imencode(".jpg", shrunk(image, longest_px=_LONGEST_PX), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    return data.tobytes()
