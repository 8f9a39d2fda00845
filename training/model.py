"""The network's shape (torch)."""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional

from vision.network import CELLS_MODEL, FACE_MODEL, SIDE_MODEL, TOP_MODEL, Model

LAYERS = ((16, 5, 2), (32, 3, 2), (32, 3, 1), (64, 3, 2), (64, 3, 1), (96, 3, 2))
"""Channels, kernel, stride of each convolution."""
LOOKED_AGAIN = (2, 4, 5)
"""Behind which of these it is looked ``Again``, which changes nothing at first: a network without it can go on."""
WIDER = ((20, 5, 2), (40, 3, 2), (40, 3, 1), (72, 3, 2), (72, 3, 1), (112, 3, 2))
"""Those of the network that knows the pieces of all games with seats."""
DEEPER = ((32, 5, 2), (48, 3, 2), (48, 3, 1), (64, 3, 2), (96, 3, 1), (96, 3, 1), (128, 3, 2), (128, 3, 1))
"""Those of a network that reads: eighteen faces, any way round."""
SQUEEZE = 16
NARROW = 28
"""So many directions the first dense layer of the deeper network goes through, which keeps its file under 2 MB."""


class Again(nn.Module):
    """Two convolutions whose outcome is added to what they look at (He et al., 2016): nothing at first."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(channels)
        nn.init.zeros_(self.second_norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        more = self.second_norm(self.second(functional.relu(self.first_norm(self.first(x)))))
        return functional.relu(x + more)


class CellNet(nn.Module):
    """Convolutions, a squeeze, two dense layers: (N, channels, height, width) to (N, outputs)."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        blocks: list[nn.Module] = []
        channels, rows, columns = model.channels, model.frame.height, model.frame.width
        deeper = model in (FACE_MODEL, SIDE_MODEL, TOP_MODEL)
        wider = model == CELLS_MODEL
        again = () if deeper else LOOKED_AGAIN
        squeeze, hidden = (32, 128) if deeper else (24, 160) if wider else (SQUEEZE, 64)
        for number, (width, kernel, stride) in enumerate(DEEPER if deeper else WIDER if wider else LAYERS):
            blocks += [
                nn.Conv2d(channels, width, kernel, stride, kernel // 2, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(inplace=True),
            ]
            if number in again:
                blocks.append(Again(width))
            channels, rows, columns = width, -(-rows // stride), -(-columns // stride)
        blocks += [nn.Conv2d(channels, squeeze, 1, bias=False), nn.BatchNorm2d(squeeze), nn.ReLU(inplace=True)]
        self.features = nn.Sequential(*blocks)
        self.dropout = nn.Dropout(0.1)
        inputs = squeeze * rows * columns
        self.hidden = (
            nn.Sequential(nn.Linear(inputs, NARROW, bias=False), nn.Linear(NARROW, hidden))
            if deeper
            else nn.Linear(inputs, hidden)
        )
        self.out = nn.Linear(hidden, model.outputs)

    def forward(self, x: Tensor) -> Tensor:
        flat = self.features(x).flatten(1)
        return self.out(functional.relu(self.hidden(self.dropout(flat))))
