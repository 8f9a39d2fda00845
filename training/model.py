"""The network's shape (torch)."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from vision.network import Model

LAYERS = ((16, 5, 2), (32, 3, 2), (32, 3, 1), (64, 3, 2), (64, 3, 1), (96, 3, 2))
"""Channels, kernel, stride of each convolution."""
SQUEEZE = 16


class CellNet(nn.Module):
    """Plain convolutions, a squeeze, two dense layers: (N, 4, height, width) to (N, outputs)."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        blocks: list[nn.Module] = []
        channels, rows, columns = 4, model.frame.height, model.frame.width
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
        self.out = nn.Linear(64, model.outputs)

    def forward(self, x: Tensor) -> Tensor:
        flat = self.features(x).flatten(1)
        return self.out(functional.relu(self.hidden(self.dropout(flat))))
