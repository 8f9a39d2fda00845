"""Colours as they are: pictures by their own profiles, and pictures that have none."""

from __future__ import annotations

import contextlib
import io

import cv2
import numpy as np

from kiebitz.pictures.frame import Image

_ACROSS_PX = 160
_BENDS = 4
"""Degree of the curve, over brightness, on which the colours of a picture of one tint lie."""
_LEAST = 4.0
"""Least distance from that curve, in Lab, at which a picture counts as coloured."""
_BUT_FOR = 99.0


def by_profile(image: Image, profile: bytes) -> Image:
    """Return *image* (BGR), whose numbers mean what its ICC *profile* says, in sRGB; as it is for one that is damaged.

    Phones and cameras save in wider spaces, such as Display P3 and Adobe RGB, in which the same red has other numbers.
    """
    from PIL import Image as Pictures
    from PIL import ImageCms

    with contextlib.suppress(ImageCms.PyCMSError, OSError, ValueError, TypeError):
        own = ImageCms.ImageCmsProfile(io.BytesIO(profile))
        if own.profile.xcolor_space.strip() != "RGB" or "sRGB" in (own.profile.profile_description or ""):
            return image
        picture = Pictures.fromarray(np.ascontiguousarray(image[:, :, ::-1]))
        told = ImageCms.profileToProfile(
            picture, own, ImageCms.createProfile("sRGB"), ImageCms.Intent.RELATIVE_COLORIMETRIC, outputMode="RGB"
        )
        return np.ascontiguousarray(np.asarray(told, np.uint8)[:, :, ::-1])
    return image


def is_grey(image: Image) -> bool:
    """Return whether *image* (BGR) shows no colours: grey, or of one tint throughout as by a lamp that nobody sees."""
    scale = min(1.0, _ACROSS_PX / image.shape[1])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(small.astype(np.float32) / 255, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64)
    powers = np.vander(lab[:, 0] / 100, _BENDS + 1)
    curve, *_ = np.linalg.lstsq(powers, lab[:, 1:], rcond=None)
    off = np.linalg.norm(lab[:, 1:] - powers @ curve, axis=1)
    return bool(np.percentile(off, _BUT_FOR) < _LEAST)
