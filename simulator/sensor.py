"""From light to a file: what lens, sensor and camera software do to a picture.

Order: defocus and shake, colour fringes, bloom, vignette, exposure and white balance,
tone curve, noise, denoising, sharpening, scaling, JPEG.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from simulator.projection import Map
from simulator.scene import Image, Sensor

_STEPS = 4096
_TILE_PX = 384


def develop(light: Map, sensor: Sensor, *, seed: int) -> Image:
    """Return the picture that *sensor* makes of *light* (height, width, 3; linear, 1.0 is white)."""
    rng = np.random.default_rng(seed)
    light = _blurred(light, sensor)
    if abs(sensor.aberration) > 1e-5:
        light = _fringed(light, sensor.aberration)
    if sensor.bloom > 0:
        light = _bloomed(light, sensor.bloom)
    image = _toned(light * _gain(light.shape[:2], sensor), sensor)
    image = _colourful(image, sensor.saturation)
    image = _noisy(image, sensor, rng)
    if sensor.denoise > 0:
        image = _denoised(image, sensor.denoise)
    if sensor.sharpen > 0:
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = np.asarray(cv2.addWeighted(image, 1 + sensor.sharpen, soft, -sensor.sharpen, 0), dtype=np.uint8)
    if sensor.shrink < 1:
        size = (image.shape[1], image.shape[0])
        small = cv2.resize(image, None, fx=sensor.shrink, fy=sensor.shrink, interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    if sensor.jpeg_quality < 100:
        _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg_quality])
        image = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
    return image


def _blurred(light: Map, sensor: Sensor) -> Map:
    if sensor.motion_px >= 1:
        size = 2 * math.ceil(sensor.motion_px / 2) + 3
        kernel = np.zeros((size * 4, size * 4), dtype=np.uint8)
        middle, reach = size * 2, sensor.motion_px * 2
        dx, dy = math.cos(math.radians(sensor.motion_deg)) * reach, math.sin(math.radians(sensor.motion_deg)) * reach
        ends = [(round(middle + s * dx), round(middle + s * dy)) for s in (-1, 1)]
        cv2.line(kernel, ends[0], ends[1], (255,), 4)
        small = cv2.resize(kernel, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
        light = np.asarray(cv2.filter2D(light, -1, small / small.sum()), dtype=np.float32)
    if sensor.defocus_px > 0.25:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.defocus_px), dtype=np.float32)
    return light


def _fringed(light: Map, amount: float) -> Map:
    """Blue and red come out at slightly different sizes."""
    h, w = light.shape[:2]
    planes = list(cv2.split(light))
    for c, sign in ((0, -1), (2, 1)):
        s = 1 + sign * amount
        M = np.array([[s, 0, (w - 1) / 2 * (1 - s)], [0, s, (h - 1) / 2 * (1 - s)]])
        planes[c] = cv2.warpAffine(planes[c], M, (w, h), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.merge(planes), dtype=np.float32)


def _bloomed(light: Map, amount: float) -> Map:
    small = cv2.resize(light, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    halo = cv2.GaussianBlur(np.minimum(small, 3.0), (0, 0), 6)
    wide = cv2.resize(halo, (light.shape[1], light.shape[0]))
    return np.asarray(cv2.addWeighted(light, 1 - amount, wide, amount, 0), dtype=np.float32)


def _gain(shape: tuple[int, int], sensor: Sensor) -> Map:
    h, w = shape
    y = (np.arange(h, dtype=np.float32) - (h - 1) / 2) / (w / 2)
    x = (np.arange(w, dtype=np.float32) - (w - 1) / 2) / (w / 2)
    fall = 1 / (1 + sensor.vignette * (x[None, :] ** 2 + y[:, None] ** 2))
    return np.asarray(
        cv2.merge([fall * np.float32(sensor.exposure * g) for g in sensor.white_balance]), dtype=np.float32
    )


def _toned(light: Map, sensor: Sensor) -> Image:
    """sRGB with a shoulder: full white is reached at 1.3, and contrast turns about middle grey."""
    x = np.linspace(0, 1.3, _STEPS)
    x = np.where(x < 0.75, x, 0.75 + (x - 0.75) / (1 + (x - 0.75) * 1.1))
    x = np.clip(x / x[-1] * 1.06, 0, 1)
    y = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    y = np.clip(0.46 + (y - 0.46) * sensor.contrast, 0, 1)
    table = np.rint(y * 255).astype(np.uint8)
    steps = np.minimum(np.maximum(light, 0) * np.float32((_STEPS - 1) / 1.3), _STEPS - 1).astype(np.uint16)
    return np.asarray(table[steps], dtype=np.uint8)


def _colourful(image: Image, saturation: float) -> Image:
    if abs(saturation - 1) < 0.01:
        return image
    grey = np.array([0.114, 0.587, 0.299])
    M = saturation * np.eye(3) + (1 - saturation) * grey[None, :]
    return np.asarray(cv2.transform(image, M), dtype=np.uint8)


def _noisy(image: Image, sensor: Sensor, rng: np.random.Generator) -> Image:
    if sensor.luma_noise <= 0 and sensor.chroma_noise <= 0:
        return image
    luma = rng.standard_normal((_TILE_PX, _TILE_PX, 1), dtype=np.float32) * np.float32(sensor.luma_noise)
    coarse = rng.standard_normal((_TILE_PX // 2, _TILE_PX // 2, 3), dtype=np.float32) * np.float32(sensor.chroma_noise)
    chroma = cv2.resize(coarse, (_TILE_PX, _TILE_PX), interpolation=cv2.INTER_LINEAR)
    tile = np.rint(np.clip(luma + chroma, -100, 100)).astype(np.int16)
    h, w = image.shape[:2]
    rows, columns = -(-h // _TILE_PX), -(-w // _TILE_PX)
    strips = [
        np.hstack([np.roll(tile, int(rng.integers(_TILE_PX)), axis=1) for _ in range(columns)]) for _ in range(rows)
    ]
    field: npt.NDArray[np.int16] = np.vstack(strips)[:h, :w]
    return np.asarray(cv2.add(image, field, dtype=cv2.CV_8U), dtype=np.uint8)


def _denoised(image: Image, strength: float) -> Image:
    """Smear like a phone's noise reduction: colour more than light, flat parts more than edges."""
    planes = list(cv2.split(cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)))
    soft = cv2.medianBlur(planes[0], 3)
    planes[0] = cv2.addWeighted(planes[0], 1 - strength, soft, strength, 0)
    for c in (1, 2):
        planes[c] = cv2.blur(planes[c], (5, 5))
    return np.asarray(cv2.cvtColor(cv2.merge(planes), cv2.COLOR_YCrCb2BGR), dtype=np.uint8)
