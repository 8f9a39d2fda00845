"""The network's shape and its loss (torch)."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kits.colours import COLOURS
from kits.tink import KIT
from vision.network import OUTPUTS, PRESENCE, RATIOS
from vision.views import HEIGHT, WIDTH

LAYERS = ((16, 5, 2), (32, 3, 2), (32, 3, 1), (64, 3, 2), (64, 3, 1), (96, 3, 2))
"""Channels, kernel, stride of each convolution."""
SQUEEZE = 16
PITCHES_MM = np.geomspace(29.0, 61.0, 24)
"""The pitches that the loss sums over."""


class CellNet(nn.Module):
    """Plain convolutions, a squeeze, two dense layers: (N, 4, HEIGHT, WIDTH) to (N, OUTPUTS)."""

    def __init__(self) -> None:
        super().__init__()
        blocks: list[nn.Module] = []
        channels, rows, columns = 4, HEIGHT, WIDTH
        for width, kernel, stride in LAYERS:
            blocks += [
                nn.Conv2d(channels, width, kernel, stride, kernel // 2, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(inplace=True),
            ]
            channels, rows, columns = width, -(-rows // stride), -(-columns // stride)
        blocks += [nn.Conv2d(channels, SQUEEZE, 1, bias=False), nn.BatchNorm2d(SQUEEZE), nn.ReLU(inplace=True)]
        self.features = nn.Sequential(*blocks)
        self.dropout = nn.Dropout(0.1)
        self.hidden = nn.Linear(SQUEEZE * rows * columns, 64)
        self.out = nn.Linear(64, OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        flat = self.features(x).flatten(1)
        return self.out(functional.relu(self.hidden(self.dropout(flat))))


class Loss:
    """The cross entropies of presence, colour, and (kind, pitch) together.

    Kind and pitch cannot be told apart by size alone, so they are learned as one
    variable: the score of (kind, pitch) is the ratio score at base / pitch plus the pips
    score of the kind. The shares of the training set are added to the scores, so what
    the network learns is likelihood. Rows carry labels: presence 0…2, colour 0…9,
    kind 0…2; the last two matter where there is a piece.

    Args:
        presence, colour, kind: the shares of the training set.
        log_pitches: the log pitch of each of its pieces.
    """

    def __init__(self, presence: Tensor, colour: Tensor, kind: Tensor, log_pitches: Tensor) -> None:
        self.presence, self.colour, self.kind = presence.log(), colour.log(), kind.log()
        self.log_pitches = torch.from_numpy(np.log(PITCHES_MM).astype(np.float32))
        near = torch.exp(-0.5 * ((self.log_pitches[:, None] - log_pitches[None, :]) / 0.04) ** 2).sum(1) + 1.0
        self.pitch = (near / near.sum()).log()
        bases = np.array([KIT.pyramids[letter].base_mm for letter in "sml"])
        place = np.interp(
            np.log(bases[:, None] / PITCHES_MM[None, :]), np.log(RATIOS), np.arange(len(RATIOS), dtype=np.float64)
        )
        low = np.clip(np.floor(place).astype(np.int64), 0, len(RATIOS) - 2)
        self.low = torch.from_numpy(low)
        self.part = torch.from_numpy((place - low).astype(np.float32))

    def parts(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the three mean losses for *scores* (N, OUTPUTS), *labels* (N, 3) and *log_pitch* (N,)."""
        presence, colour, ratio, pips = split(scores)
        piece = labels[:, 0] == 1
        first = functional.cross_entropy(presence + self.presence, labels[:, 0])
        if not piece.any():
            return first, first * 0, first * 0
        second = functional.cross_entropy(colour[piece] + self.colour, labels[piece, 1], label_smoothing=0.01)
        joint = self.joint(ratio[piece], pips[piece]) + self.kind[None, :, None] + self.pitch
        log_joint = joint.flatten(1).log_softmax(1).view_as(joint)
        near = torch.exp(-0.5 * ((self.log_pitches[None] - log_pitch[piece, None]) / 0.025) ** 2)
        near = near / near.sum(1, keepdim=True)
        own = log_joint.gather(1, labels[piece, 2][:, None, None].expand(-1, 1, joint.shape[2])).squeeze(1)
        return first, second, -(near * own).sum(1).mean()

    def joint(self, ratio: Tensor, pips: Tensor) -> Tensor:
        """Return the scores (N, 3, pitches) of kind and pitch."""
        low = ratio[:, self.low.flatten()].view(-1, *self.low.shape)
        high = ratio[:, self.low.flatten() + 1].view(-1, *self.low.shape)
        return low * (1 - self.part) + high * self.part + pips[:, :, None]


def split(scores: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return presence, colour, ratio and pips of the output *scores*."""
    a, b, c = len(PRESENCE), len(PRESENCE) + len(COLOURS), len(PRESENCE) + len(COLOURS) + len(RATIOS)
    return scores[:, :a], scores[:, a:b], scores[:, b:c], scores[:, c:]
