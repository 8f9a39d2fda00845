"""Pictures that a page has posted."""

from __future__ import annotations

from kiebitz.failure import Failure
from kiebitz.pictures.files import check_scans, decode_bytes, shrunk
from kiebitz.pictures.frame import Image

_MOST_MEGAPIXELS = 25.0
_LEAST_PX = 160
"""Fewest pixels a side of a picture in which something can be read."""


def check_is_picture(data: bytes) -> None:
    """Raise ``Failure`` where *data* are no JPEG, or one made to take long, as far as a glance tells."""
    if not data.startswith(b"\xff\xd8"):
        raise Failure("The body is not a JPEG picture.")
    check_scans(data, "the picture")


def posted_image(data: bytes) -> Image:
    """Return the picture in the JPEG *data*, made small. Raises ``Failure`` saying what is wrong."""
    check_is_picture(data)
    image = shrunk(decode_bytes(data, "the picture", limit_megapixels=_MOST_MEGAPIXELS))
    if min(image.shape[:2]) < _LEAST_PX:
        raise Failure(f"The picture is too small: it needs {_LEAST_PX} pixels a side.")
    return image
