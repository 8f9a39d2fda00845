"""From light to a file: what lens, sensor and camera software do to a picture.

Order: defocus and shake, colour fringes, bloom, vignette, exposure and white balance,
tone curve, noise, denoising, sharpening, scaling, JPEG.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from simulator.projection import Map
from simulator.scene import Image, Sensor

_WHITE = 2.0
"""Amount of light at which the sensor's range ends."""
_KNEE = 0.7
_TILE_PX = 384


def develop(light: Map, sensor: Sensor, *, seed: int) -> Image:
    """Return the picture that *sensor* makes of *light* (height, width, 3; linear, 1.0 is white).

    *light* is used up: its array may be written over.
    """
    rng = np.random.default_rng(seed)
    light = _blurred(light, sensor)
    if abs(sensor.aberration) > 1e-5:
        light = _fringed(light, sensor.aberration)
    if sensor.bloom > 0:
        light = _bloomed(light, sensor.bloom)
    image = _toned(_gained(light, sensor), sensor)
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
    """Return *light* with blue and red at slightly different scales."""
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
    cv2.addWeighted(light, 1 - amount, wide, amount, 0, dst=light)
    return light


def _gained(light: Map, sensor: Sensor) -> Map:
    """Return *light* after vignetting, then exposure, white balance and saturation as one colour matrix."""
    h, w = light.shape[:2]
    if sensor.vignette > 0:
        y = (np.arange(h, dtype=np.float32) - (h - 1) / 2) / (w / 2)
        x = (np.arange(w, dtype=np.float32) - (w - 1) / 2) / (w / 2)
        fall = 1 / (1 + np.float32(sensor.vignette) * (x[None, :] ** 2 + y[:, None] ** 2))
        cv2.multiply(light, cv2.merge([fall] * 3), dst=light)
    grey = np.array([0.0722, 0.7152, 0.2126])
    mix = sensor.saturation * np.eye(3) + (1 - sensor.saturation) * grey[None, :]
    cv2.transform(light, mix @ np.diag(sensor.white_balance) * sensor.exposure, dst=light)
    return light


def _toned(light: Map, sensor: Sensor) -> Image:
    """Return sRGB with a shoulder, so that white comes late, and with contrast around middle grey."""
    x = (np.arange(256) / 255) ** 2 * _WHITE
    x = np.where(x < _KNEE, x, _KNEE + (1 - _KNEE) * (1 - np.exp(-(x - _KNEE) / (1 - _KNEE) * 1.6)))
    y = np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)
    y = np.clip(0.46 + (y - 0.46) * sensor.contrast, 0, 1)
    cv2.threshold(light, 0, 0, cv2.THRESH_TOZERO, dst=light)
    cv2.sqrt(light, dst=light)
    steps = cv2.convertScaleAbs(light, alpha=255 / math.sqrt(_WHITE))
    return np.asarray(cv2.LUT(steps, np.rint(y * 255).astype(np.uint8)), dtype=np.uint8)


def _noisy(image: Image, sensor: Sensor, rng: np.random.Generator) -> Image:
    if sensor.luma_noise <= 0 and sensor.chroma_noise <= 0:
        return image
    luma = rng.standard_normal((_TILE_PX, _TILE_PX, 1), dtype=np.float32) * np.float32(sensor.luma_noise)
    coarse = rng.standard_normal((_TILE_PX // 2, _TILE_PX // 2, 3), dtype=np.float32) * np.float32(sensor.chroma_noise)
    chroma = cv2.resize(coarse, (_TILE_PX, _TILE_PX), interpolation=cv2.INTER_LINEAR)
    tile = np.rint(np.clip(luma + chroma, -100, 100)).astype(np.int16)
    h, w = image.shape[:2]
    down, right = (int(v) for v in rng.integers(_TILE_PX, size=2))
    wide = cv2.repeat(tile, 2 + h // _TILE_PX, 2 + w // _TILE_PX)
    field = wide[down : down + h, right : right + w]
    return np.asarray(cv2.add(image, field, dtype=cv2.CV_8U), dtype=np.uint8)


def _denoised(image: Image, strength: float) -> Image:
    """Return *image* smeared like a phone's noise reduction: colour more than light, flat parts more than edges."""
    planes = list(cv2.split(cv2.cvtColor(image, cv2.COLOR_BGR2YCrCb)))
    soft = cv2.medianBlur(planes[0], 3)
    planes[0] = cv2.addWeighted(planes[0], 1 - strength, soft, strength, 0)
    for c in (1, 2):
        planes[c] = cv2.blur(planes[c], (5, 5))
    return np.asarray(cv2.cvtColor(cv2.merge(planes), cv2.COLOR_YCrCb2BGR), dtype=np.uint8)
