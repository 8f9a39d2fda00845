"""Small pictures from another table, opened within limits."""

from __future__ import annotations

from kiebitz.failure import Failure
from kiebitz.pictures.files import decode_bytes
from kiebitz.pictures.frame import Image

MOST_BYTES = 256 << 10
"""Most bytes of a picture that is accepted from another table."""
_MOST_MEGAPIXELS = 1.0


def opened(data: bytes) -> Image:
    """Return the picture in the small JPEG *data*. Raises ``Failure`` saying what is wrong."""
    if not data.startswith(b"\xff\xd8") or len(data) > MOST_BYTES:
        raise Failure(f"The body is not a JPEG picture of at most {MOST_BYTES >> 10} KB.")
    return decode_bytes(data, "the picture", limit_megapixels=_MOST_MEGAPIXELS)
