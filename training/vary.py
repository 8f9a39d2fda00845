"""Other light, other lenses, other noise: what pictures go through before a network learns from them."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from vision.network import Model

Array = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.int64]
Chosen = npt.NDArray[np.bool_]

_BANK = 128
"""How many fields of shade, and of stain, are made beforehand."""
_STRANGE = 0.3
"""Share of pictures in colours that no table has, so that forms are learned whatever the colours."""
_AXES = np.array([[0.07, 0.0, -0.07], [-0.02, 0.04, -0.02]])
"""Standard deviations of a colour cast, as logs of (blue, green, red): from warm to cold, and from green to magenta."""
_ABOUT_GREY = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]) / np.sqrt(3)
_ORDERS = np.array([np.eye(3)[list(order)] for order in itertools.permutations(range(3))])
"""The matrices that permute the channels."""
_GRAIN = 7.6 / 255
_LUMA = np.array(
    [
        [16, 11, 10, 16, 24, 40, 51, 61],
        [12, 12, 14, 19, 26, 58, 60, 55],
        [14, 13, 16, 24, 40, 57, 69, 56],
        [14, 17, 22, 29, 51, 87, 80, 62],
        [18, 22, 37, 56, 68, 109, 103, 77],
        [24, 35, 55, 64, 81, 104, 113, 92],
        [49, 64, 78, 87, 103, 121, 120, 101],
        [72, 92, 95, 98, 112, 100, 103, 99],
    ],
    dtype=np.float32,
)
"""The quantisation steps of brightness at quality 50, from ITU-T T.81, Annex K."""
_CHROMA = np.full((8, 8), 99, dtype=np.float32)
_CHROMA[:4, :4] = [[17, 18, 24, 47], [18, 21, 26, 66], [24, 26, 56, 99], [47, 66, 99, 99]]
_TO_YCC = np.array([[0.114, 0.587, 0.299], [0.5, -0.331264, -0.168736], [-0.081312, -0.418688, 0.5]], dtype=np.float32)
"""From (blue, green, red) to brightness and the differences of blue and red from it."""
_FARTHEST = 2.4
"""The most that a picture is shifted, in px; in whole px the most is 2."""


class Vary:
    """What a batch goes through: each picture gets light, focus, noise and a place of its own.

    Half of the pictures of a *model* whose mirror images show the same are mirrored. Equal seeds give
    equal batches on one *device*. *still* ones keep their place: where it is what is asked.
    """

    def __init__(self, model: Model, seed: int, *, still: bool = False, device: str = "cpu") -> None:
        self.still = still
        self.mirrored = model.mirrored
        self.height, self.width = model.frame.height, model.frame.width
        self.rng = np.random.default_rng(seed)
        self.device = torch.device(device)
        self.exact = torch.float32 if self.device.type == "cpu" else torch.float16
        self.chance = torch.Generator(self.device).manual_seed(seed)
        self.fields = self._to(np.stack([self._shade() for _ in range(_BANK)] + [self._stain() for _ in range(_BANK)]))

    def strangers(self, n: int) -> Chosen:
        """Return which (N,) of as many pictures are to be shown in strange colours."""
        return np.asarray(self.rng.random(n) < _STRANGE)

    def __call__(
        self, batch: Tensor, strange: Chosen, tables: Numbers | None = None, mirrored: Chosen | None = None
    ) -> Tensor:
        """Return *batch* (N, channels, H, W) uint8 as floats in 0…1, varied; its fourth channel, the outline, is only
        moved.

        A picture of the usual on the board, if shown too, is varied with the crop: moved, lit and focused alike. In the
        *strange* (N,) ones colours mean nothing any more: they are turned by any angle about grey, and their channels
        change places. Crops of one of the *tables* (N,) get one light; by default each is from a table of its own.
        *mirrored* (N,) are those whose mirror images show the same, where they differ.
        """
        n = len(batch)
        x = batch.to(self.device, self.exact) / 255
        x = x if self.still else self._moved(x, self.mirrored if mirrored is None else mirrored)
        _, one, own = np.unique(np.arange(n) if tables is None else tables, return_index=True, return_inverse=True)
        mixes, tones = self._mixes(strange[one])[own], self._tones(len(one))[own]
        parts = [self._lit(x[:, first : first + 3], mixes, tones) for first in range(0, x.shape[1], 4)]
        parts[0] = self._covered(self._shaded(parts[0]))
        focused = self._focused(torch.cat(parts, dim=1))
        colour = self._noisy(focused[:, :3])
        out = torch.cat([colour, x[:, 3:4], focused[:, 3:]], dim=1).clamp_(0, 1)
        return out.float().contiguous(memory_format=torch.channels_last)

    def _to(self, values: npt.ArrayLike) -> Tensor:
        return torch.from_numpy(np.asarray(values, dtype=np.float32)).to(self.device, self.exact)

    def _often(self, n: int, share: float, there: float, else_: float) -> Array:
        """Return (N,) values: *there* in a random *share* of them, else *else_*."""
        return np.where(self.rng.random(n) < share, there, else_)

    def _moved(self, x: Tensor, mirrored: Chosen | bool) -> Tensor:
        """Return *x* moved, half of the pictures by whole px only, so that they stay sharp."""
        n, rng = len(x), self.rng
        warps = rng.random(n) < 0.5
        zoom, turn = np.exp(warps * rng.normal(0, 0.03, n)), warps * rng.normal(0, 0.02, n)
        flip = np.where(mirrored & (rng.random(n) < 0.5), -1.0, 1.0)
        shift = np.where(warps, rng.uniform(-_FARTHEST, _FARTHEST, (2, n)), rng.integers(-2, 3, (2, n)))
        c, s = np.cos(turn) / zoom, np.sin(turn) / zoom
        wide, high = self.width / 2, self.height / 2
        rows = [c * flip, s * high / wide, shift[0] / wide, -s * flip * wide / high, c, shift[1] / high]
        theta = torch.from_numpy(np.stack(rows, axis=1).reshape(n, 2, 3).astype(np.float32)).to(self.device)
        grid = functional.affine_grid(theta, [n, 1, self.height, self.width], align_corners=False)
        return functional.grid_sample(x, grid.to(x.dtype), padding_mode="border", align_corners=False)

    def _mixes(self, strange: Chosen) -> Array:
        """Return (N, 3, 3) matrices that change saturation and, where colours are *strange* (N,), hue."""
        n = len(strange)
        colourful = np.exp(self.rng.normal(0, self._often(n, 0.4, 0.35, 0.12)))[:, None, None]
        mixes = colourful * np.eye(3) + (1 - colourful) / 3
        turns = self.rng.uniform(-np.pi, np.pi, int(strange.sum()))[:, None, None]
        about = np.cos(turns) * np.eye(3) + (1 - np.cos(turns)) / 3 + np.sin(turns) * _ABOUT_GREY
        mixes[strange] = mixes[strange] @ about @ _ORDERS[self.rng.integers(len(_ORDERS), size=len(turns))]
        return np.asarray(mixes)

    def _tones(self, n: int) -> Array:
        """Return (N, 5): a gain for each channel, tone and black level; a few are overexposed, some get a cast."""
        rng = self.rng
        cast = self._often(n, 0.35, 1.5, 0.3)[:, None] * (rng.normal(0, 1, (n, 2)) @ _AXES)
        burnt = self._often(n, 0.12, 0.4, 0.0)[:, None]
        gain = np.exp(cast + burnt + rng.normal(0, 0.25, (n, 1)) + rng.normal(0, 0.06, (n, 3)))
        return np.hstack([gain, rng.normal(0, 0.35, (n, 1)), rng.normal(0, 0.03, (n, 1))])

    def _lit(self, colour: Tensor, mixes: Array, tones: Array) -> Tensor:
        """Return *colour* with its channels mixed by *mixes* (N, 3, 3), then adjusted by *tones* (N, 5)."""
        mixed = torch.einsum("nij,njhw->nihw", self._to(mixes), colour).clamp_(0, 1)
        told = self._to(tones)[:, :, None, None]
        x = (mixed * told[:, :3]).clamp_(max=1)
        return (x + told[:, 3:4] * x * (1 - x) + told[:, 4:]).clamp_(0, 1)

    def _shaded(self, colour: Tensor) -> Tensor:
        """Return *colour*: some under a slope of light or the edge of a shadow, some on a ground of another grain."""
        for first, share in ((0, 0.3), (_BANK, 0.15)):
            chosen = np.flatnonzero(self.rng.random(len(colour)) < share)
            factors = self.fields[torch.from_numpy(first + self.rng.integers(_BANK, size=len(chosen)))]
            at = torch.from_numpy(chosen).to(self.device)
            colour = colour.index_copy(0, at, (colour[at] * factors).clamp_(0, 1))
        return colour

    def _covered(self, colour: Tensor) -> Tensor:
        """Return *colour*, some with a rectangle of one tint in a corner, well away from the middle."""
        rng = self.rng
        chosen = np.flatnonzero(rng.random(len(colour)) < 0.1)
        n = len(chosen)
        across = [self._band(side, share * side, rng.random(n) < 0.5) for side, share in self._parts(n)]
        inside = across[0][:, None, :, None] & across[1][:, None, None, :]
        tint = self._to(rng.random((n, 3)))[:, :, None, None]
        at = torch.from_numpy(chosen).to(self.device)
        return colour.index_copy(0, at, torch.where(inside, tint, colour[at]))

    def _parts(self, n: int) -> list[tuple[int, Array]]:
        return [(self.height, self.rng.uniform(0.05, 0.2, n)), (self.width, self.rng.uniform(0.05, 0.3, n))]

    def _band(self, side: int, wide: Array, far: Chosen) -> Tensor:
        """Return (n, side) which px of a side are among its first *wide* (n,) ones, or its last where *far*."""
        px = np.arange(side)
        return torch.from_numpy(np.where(far[:, None], side - px, px + 1) <= wide[:, None]).to(self.device)

    def _focused(self, x: Tensor) -> Tensor:
        """Return *x*: out of focus, sharpened, coarser, or as it is."""
        rng, n = self.rng, len(x)
        kind, share = rng.random(n), np.maximum(-0.5, rng.uniform(-0.6, 1.0, n))
        found = x
        for width, chosen in ((3, kind < 0.33), (5, (kind >= 0.33) & (kind < 0.5))):
            at = torch.from_numpy(np.flatnonzero(chosen)).to(self.device)
            some = x[at]
            blurred = functional.avg_pool2d(functional.pad(some, [width // 2] * 4, mode="replicate"), width, 1)
            part = self._to(share[chosen])[:, None, None, None]
            found = found.index_copy(0, at, (some + part * (blurred - some)).clamp_(0, 1))
        at = torch.from_numpy(np.flatnonzero((kind >= 0.5) & (kind < 0.6))).to(self.device)
        if len(at):
            size = [round(side * float(rng.uniform(0.4, 0.8))) for side in (self.height, self.width)]
            small = functional.interpolate(x[at], size, mode="area")
            whole = functional.interpolate(small, (self.height, self.width), mode="bilinear")
            found = found.index_copy(0, at, whole)
        return found

    def _noisy(self, colour: Tensor) -> Tensor:
        """Return *colour* with noise, now and then compressed as JPEG."""
        n, rng = len(colour), self.rng
        strength = self._to(rng.random(n) ** 2)[:, None, None, None]
        fine = self._normal(n, 3, self.height, self.width)
        coarse = self._normal(n, 1, self.height // 2, self.width // 2)
        grain = fine + functional.interpolate(coarse, (self.height, self.width), mode="nearest")
        colour = (colour + _GRAIN * strength * grain).clamp_(0, 1)
        chosen = np.flatnonzero(rng.random(n) < 0.1)
        if not len(chosen):
            return colour
        at = torch.from_numpy(chosen).to(self.device)
        return colour.index_copy(0, at, packed(colour[at], rng.uniform(25, 80, len(chosen))).to(colour.dtype))

    def _normal(self, *shape: int) -> Tensor:
        return torch.randn(shape, generator=self.chance, device=self.device, dtype=self.exact)

    def _shade(self) -> Array:
        """Return factors (3, H, W): a slope of light across the picture, or the edge of a shadow."""
        rng = self.rng
        turn, depth = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.5)
        y, x = np.mgrid[-1 : 1 : self.height * 1j, -1 : 1 : self.width * 1j]
        along = x * np.cos(turn) + y * np.sin(turn) + rng.uniform(-0.5, 0.5)
        steep = rng.choice([0.7, 3.0, 12.0], p=[0.5, 0.3, 0.2])
        return np.asarray(np.exp(depth * np.tanh(steep * along) * (1 + rng.normal(0, 0.1, (3, 1, 1)))))

    def _stain(self) -> Array:
        """Return factors (3, H, W): the grain of a surface, in spots or along one way."""
        rng = self.rng
        across, along = rng.uniform(1.2, 7.0, 2)
        spots = 0.25 * rng.standard_normal((self.height, self.width, 3))
        spots += rng.standard_normal((self.height, self.width, 1))
        soft = np.asarray(cv2.GaussianBlur(spots, (0, 0), float(across), sigmaY=float(along)))
        return np.asarray(np.exp(rng.uniform(0.02, 0.1) * soft / soft.std()).transpose(2, 0, 1))


def packed(pictures: Tensor, quality: npt.NDArray[np.float64]) -> Tensor:
    """Return *pictures* (N, 3, H, W), BGR in 0…1, as JPEG files of *quality* (N,) in 1 … 100 give them back.

    Height and width are multiples of 16; colours are kept at half the size, as is usual.
    """
    device = pictures.device
    to_ycc = torch.from_numpy(_TO_YCC).to(device)
    ycc = torch.einsum("ij,njhw->nihw", to_ycc, 255 * pictures.float())
    scale = np.where(quality < 50, 50 / quality, 2 - quality / 50)
    steps = [np.maximum(np.round(scale[:, None, None] * table), 1) for table in (_LUMA, _CHROMA)]
    light, tint = (torch.from_numpy(step.astype(np.float32)).to(device) for step in steps)
    luma = _rounded(ycc[:, :1] - 128, light) + 128
    chroma = functional.interpolate(_rounded(functional.avg_pool2d(ycc[:, 1:], 2), tint), scale_factor=2.0)
    back = torch.linalg.inv(to_ycc)
    bgr = torch.einsum("ij,njhw->nihw", back, torch.cat([luma, chroma], dim=1))
    return (bgr / 255).clamp(0, 1)


def _rounded(planes: Tensor, steps: Tensor) -> Tensor:
    """Return *planes* (N, C, H, W) with the waves of their 8 × 8 px blocks rounded to *steps* (N, 8, 8)."""
    n, channels, height, width = planes.shape
    place = torch.arange(8, device=planes.device, dtype=torch.float32)
    waves = torch.cos((2 * place[None] + 1) * place[:, None] * torch.pi / 16) / 2
    waves[0] /= 2**0.5
    blocks = planes.view(n, channels, height // 8, 8, width // 8, 8).transpose(3, 4)
    found = waves @ blocks @ waves.T
    step = steps[:, None, None, None]
    found = torch.round(found / step) * step
    return (waves.T @ found @ waves).transpose(3, 4).reshape(n, channels, height, width)
