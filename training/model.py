"""The network's shape (torch)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from torch import Tensor, nn
from torch.nn import functional

from vision.network import CELLS_MODEL, FACES_MODEL, POSE_MODEL, Model


@dataclass(frozen=True, slots=True)
class Shape:
    """The layers of a network."""

    convolutions: tuple[tuple[int, int, int], ...]
    """Channels, kernel and stride of each convolution."""
    again: tuple[int, ...]
    """Numbers of the convolutions after which ``Again`` follows; it changes nothing at first."""
    squeeze: int
    """Number of channels to which the last convolution's output is squeezed."""
    hidden: int
    """Width of the dense layer in between."""


PLAIN = Shape(((16, 5, 2), (32, 3, 2), (32, 3, 1), (64, 3, 2), (64, 3, 1), (96, 3, 2)), (2, 4, 5), 16, 64)
SHAPES: Mapping[str, Shape] = MappingProxyType(
    {
        CELLS_MODEL.name: Shape(
            ((20, 5, 2), (40, 3, 2), (40, 3, 1), (72, 3, 2), (72, 3, 1), (112, 3, 2)), (2, 4, 5), 24, 160
        ),
        FACES_MODEL.name: Shape(
            ((32, 5, 2), (48, 3, 2), (48, 3, 1), (64, 3, 2), (96, 3, 1), (112, 3, 2), (112, 3, 1)), (2, 4), 32, 128
        ),
        POSE_MODEL.name: Shape(PLAIN.convolutions, (2, 4), PLAIN.squeeze, PLAIN.hidden),
    }
)
"""The shapes of networks that are not ``PLAIN``."""


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
        shape = SHAPES.get(model.name, PLAIN)
        blocks: list[nn.Module] = []
        channels, rows, columns = model.channels, model.frame.height, model.frame.width
        for number, (width, kernel, stride) in enumerate(shape.convolutions):
            blocks += [
                nn.Conv2d(channels, width, kernel, stride, kernel // 2, bias=False),
                nn.BatchNorm2d(width),
                nn.ReLU(inplace=True),
            ]
            if number in shape.again:
                blocks.append(Again(width))
            channels, rows, columns = width, -(-rows // stride), -(-columns // stride)
        blocks += [nn.Conv2d(channels, shape.squeeze, 1, bias=False), nn.BatchNorm2d(shape.squeeze)]
        self.features = nn.Sequential(*blocks, nn.ReLU(inplace=True))
        self.dropout = nn.Dropout(0.1)
        self.hidden = nn.Linear(shape.squeeze * rows * columns, shape.hidden)
        self.out = nn.Linear(shape.hidden, model.outputs)

    def forward(self, x: Tensor, first: int = 0) -> Tensor:
        """Return the outputs for *x*, or what goes into the layer *first* of ``features`` if that is named."""
        flat = self.features[first:](x).flatten(1)
        return self.out(functional.relu(self.hidden(self.dropout(flat))))
