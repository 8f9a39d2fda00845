"""What JPEG does to pictures, on whatever device they are."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

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
