"""Other light, other lenses, other noise: what pictures go through before a network learns from them."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from vision.network import Model
from vision.views import Image

Array = npt.NDArray[np.float64]
Field = Image
Change = Callable[[Image], Image]
Numbers = npt.NDArray[np.int64]

_BANK = 128
"""So many fields of grain, of shade and of stain are made beforehand."""
_NEUTRAL = 128
_STRANGE = 0.3
"""So many pictures are shown in colours that no table has, so that forms are learned whatever the colours."""
_AXES = np.array([[0.07, 0.0, -0.07], [-0.02, 0.04, -0.02]])
"""A cast in (blue, green, red), from warm to cold and from green to magenta; spreads of logarithms."""


class Vary:
    """What a batch goes through: each picture gets light, focus, noise and a place of its own.

    Half of the pictures of a *model* whose mirror images show the same are mirrored. Equal seeds give
    equal batches. *still* ones keep their place: where it is what is asked.
    """

    def __init__(self, model: Model, seed: int, *, still: bool = False) -> None:
        self.still = still
        self.mirrored = model.mirrored
        self.height, self.width = model.frame.height, model.frame.width
        self.rng = np.random.default_rng(seed)
        self.grain = [self._grain() for _ in range(_BANK)]
        self.shade = [self._shade() for _ in range(_BANK)]
        self.stain = [self._stain() for _ in range(_BANK)]

    def strangers(self, n: int) -> npt.NDArray[np.bool_]:
        """Return which (N,) of as many pictures are to be shown in strange colours."""
        return np.asarray(self.rng.random(n) < _STRANGE)

    def __call__(self, batch: Tensor, strange: npt.NDArray[np.bool_], tables: Numbers | None = None) -> Tensor:
        """Return *batch* (N, channels, H, W) uint8 as floats in 0…1, varied, the fourth (the outline) only moved.

        What is usual on the board, if that is shown too, is seen with the picture: moved, lit and focused alike.

        In the *strange* (N,) ones of it colours say nothing any more: they are turned by any angle about grey,
        and their channels change places. Those of one of the *tables* (N,) are seen in one light; by default each
        is from a table of its own.
        """
        pictures = np.ascontiguousarray(batch.permute(0, 2, 3, 1).numpy())
        out = np.empty_like(pictures)
        n = len(pictures)
        _, one, own = np.unique(np.arange(n) if tables is None else tables, return_index=True, return_inverse=True)
        mixes, tones = self._mixes(strange[one])[own], self._tones(len(one))[own]
        for picture, place, warp, mix, tone in zip(pictures, out, self._warps(n), mixes, tones, strict=True):
            move = self._move(warp)
            shown = move(np.ascontiguousarray(picture[..., :4]))
            place[..., 3] = shown[..., 3]
            focus = self._focus()
            place[..., :3] = self._noisy(focus(self._shaded(_lit(shown[..., :3], mix, tone))))
            if picture.shape[2] > 4:
                place[..., 4:] = focus(_lit(move(np.ascontiguousarray(picture[..., 4:])), mix, tone))
        return torch.from_numpy(out).permute(0, 3, 1, 2).float().div_(255)

    def _warps(self, n: int) -> Array:
        """Return (N, 2, 3) matrices that turn and zoom a little about the middle, and shift by up to 2.4 px."""
        rng = self.rng
        zoom, turn = np.exp(rng.normal(0, 0.03, n)), rng.normal(0, 0.02, n)
        c, s = zoom * np.cos(turn), zoom * np.sin(turn)
        (right, down), x, y = rng.uniform(-2.4, 2.4, (2, n)), self.width / 2, self.height / 2
        rows = [c, -s, right + x - c * x + s * y, s, c, down + y - s * x - c * y]
        return np.stack(rows, axis=1).reshape(n, 2, 3)

    def _mixes(self, strange: npt.NDArray[np.bool_]) -> Array:
        """Return (N, 3, 3) matrices of saturation, and of hue where colours are *strange* (N,)."""
        n = len(strange)
        colourful = np.exp(self.rng.normal(0, self._often(n, 0.4, 0.35, 0.12)))[:, None, None]
        mixes = colourful * np.eye(3) + (1 - colourful) / 3
        for index in np.flatnonzero(strange):
            turned = cv2.Rodrigues(np.full(3, self.rng.uniform(-np.pi, np.pi) / np.sqrt(3)))[0]
            mixes[index] = mixes[index] @ turned @ self.rng.permutation(np.eye(3))
        return np.asarray(mixes)

    def _tones(self, n: int) -> Image:
        """Return (N, 256, 1, 3) tables of exposure, cast, tone and black level; a few burn out, a part has a cast."""
        rng = self.rng
        cast = self._often(n, 0.35, 1.5, 0.3)[:, None] * (rng.normal(0, 1, (n, 2)) @ _AXES)
        burnt = self._often(n, 0.12, 0.4, 0.0)[:, None]
        gain = np.exp(cast + burnt + rng.normal(0, 0.25, (n, 1)) + rng.normal(0, 0.06, (n, 3)))[:, None]
        x = np.minimum(np.arange(256)[:, None] / 255 * gain, 1)
        x = x + rng.normal(0, 0.35, (n, 1, 1)) * x * (1 - x) + rng.normal(0, 0.03, (n, 1, 1))
        return np.clip(255 * x + 0.5, 0, 255).astype(np.uint8)[:, :, None]

    def _often(self, n: int, share: float, there: float, else_: float) -> Array:
        """Return (N,) values, a *share* of them *there*."""
        return np.where(self.rng.random(n) < share, there, else_)

    def _move(self, warp: Array) -> Change:
        """Return what moves pictures: half of the time by whole px only, so that they stay as sharp as they are."""
        if self.still:
            return lambda picture: picture
        flips = self.mirrored and self.rng.random() < 0.5
        warps = self.rng.random() < 0.5
        down, right = (0, 0) if warps else self.rng.integers(0, 5, 2).tolist()

        def moved(picture: Image) -> Image:
            if flips:
                picture = np.asarray(cv2.flip(picture, 1), dtype=np.uint8)
            if warps:
                size = self.width, self.height
                return np.asarray(cv2.warpAffine(picture, warp, size, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)
            wide = cv2.copyMakeBorder(picture, 2, 2, 2, 2, cv2.BORDER_REPLICATE)
            return np.asarray(wide[down : down + self.height, right : right + self.width], dtype=np.uint8)

        return moved

    def _shaded(self, colour: Image) -> Image:
        """Return *colour* under a slope of light or the edge of a shadow, on a ground of another grain, or as it is."""
        for share, bank in ((0.3, self.shade), (0.15, self.stain)):
            if self.rng.random() < share:
                colour = np.asarray(cv2.multiply(colour, self._any(bank), scale=1 / _NEUTRAL), dtype=np.uint8)
        return self._covered(colour) if self.rng.random() < 0.1 else colour

    def _focus(self) -> Change:
        """Return what shows pictures out of focus, sharpened, coarser, or as they are."""
        rng = self.rng
        kind = rng.random()
        if kind < 0.5:
            width = 3 if kind < 0.33 else 5
            share = max(-0.5, float(rng.uniform(-0.6, 1.0)))

            def soft(colour: Image) -> Image:
                blurred = cv2.blur(colour, (width, width), borderType=cv2.BORDER_REPLICATE)
                return np.asarray(cv2.addWeighted(colour, 1 - share, blurred, share, 0), dtype=np.uint8)

            return soft
        if kind < 0.6:
            scale = float(rng.uniform(0.4, 0.8))

            def coarse(colour: Image) -> Image:
                small = cv2.resize(colour, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
                return np.asarray(cv2.resize(small, (self.width, self.height)), dtype=np.uint8)

            return coarse
        return lambda colour: colour

    def _noisy(self, colour: Image) -> Image:
        """Return *colour* noisy, now and then packed as JPEG."""
        rng = self.rng
        strength = float(rng.random() ** 2)
        colour = np.asarray(
            cv2.addWeighted(colour, 1, self._any(self.grain), strength, -_NEUTRAL * strength), dtype=np.uint8
        )
        if rng.random() < 0.1:
            data = cv2.imencode(".jpg", colour, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 80))])[1]
            colour = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
        return colour

    def _covered(self, colour: Image) -> Image:
        """Return *colour* with a rectangle of one tint in one of its corners, well away from the middle."""
        rng, colour = self.rng, colour.copy()
        high, wide = int(self.height * rng.uniform(0.05, 0.2)), int(self.width * rng.uniform(0.05, 0.3))
        rows = slice(0, high) if rng.random() < 0.5 else slice(self.height - high, self.height)
        columns = slice(0, wide) if rng.random() < 0.5 else slice(self.width - wide, self.width)
        colour[rows, columns] = rng.integers(0, 256, 3)
        return colour

    def _any(self, bank: list[Field]) -> Field:
        return bank[int(self.rng.integers(len(bank)))]

    def _grain(self) -> Field:
        """Return noise about ``_NEUTRAL``, half of it two px coarse and alike in all channels."""
        fine = self.rng.standard_normal((self.height, self.width, 3), dtype=np.float32)
        coarse = self.rng.standard_normal((self.height // 2, self.width // 2), dtype=np.float32)
        both = fine + cv2.resize(coarse, (self.width, self.height), interpolation=cv2.INTER_NEAREST)[..., None]
        return np.clip(_NEUTRAL + 7.6 * both, 0, 255).astype(np.uint8)

    def _shade(self) -> Field:
        """Return a slope of light across the picture, or the edge of a shadow."""
        rng = self.rng
        turn, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.5)
        y, x = np.mgrid[-1 : 1 : self.height * 1j, -1 : 1 : self.width * 1j]
        along = x * np.cos(turn) + y * np.sin(turn) + rng.uniform(-0.5, 0.5)
        steep = rng.choice([0.7, 3.0, 12.0], p=[0.5, 0.3, 0.2])
        return _factors(depth * np.tanh(steep * along)[..., None] * (1 + rng.normal(0, 0.1, 3)))

    def _stain(self) -> Field:
        """Return the grain of a surface, in spots or along one way."""
        rng = self.rng
        across, along = rng.uniform(1.2, 7.0, 2)
        spots = 0.25 * rng.standard_normal((self.height, self.width, 3))
        spots += rng.standard_normal((self.height, self.width, 1))
        soft = np.asarray(cv2.GaussianBlur(spots, (0, 0), float(across), sigmaY=float(along)))
        return _factors(rng.uniform(0.02, 0.1) * soft / soft.std())


def _lit(colour: Image, mix: Array, tone: Image) -> Image:
    """Return *colour* with its channels mixed by *mix* (3, 3), then as the tables *tone* (256, 1, 3) say."""
    return np.asarray(cv2.LUT(cv2.transform(np.ascontiguousarray(colour), mix), tone), dtype=np.uint8)


def _factors(logs: Array) -> Field:
    """Return factors, given by their *logs*, times ``_NEUTRAL``."""
    return np.clip(_NEUTRAL * np.exp(logs) + 0.5, 0, 255).astype(np.uint8)
