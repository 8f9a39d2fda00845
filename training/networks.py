"""What a recipe has to know of the network it teaches: how it is made, probed and written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from torch import nn

from training.export import convolutions_onnx, onnx_bytes
from training.model import Again, CellNet
from vision.network import Model, probe_input

Layer = tuple[int, int, int, int]
"""Channels, kernel, stride and dilation of a convolution."""


class Network(Protocol):
    """A network that can be taught; its file and its card bear its ``name``."""

    @property
    def name(self) -> str: ...

    def make(self) -> nn.Module:
        """Return it as it is before it has learned anything."""
        ...

    def probe(self) -> npt.NDArray[np.float32]:
        """Return a made-up input on which every engine must agree with the network as taught."""
        ...

    def onnx(self, net: Any) -> bytes:
        """Return *net* as an ONNX file."""
        ...


@dataclass(frozen=True, slots=True)
class OfModel:
    """A network of the reader: convolutions, then dense layers, for crops of one size."""

    model: Model

    @property
    def name(self) -> str:
        return self.model.name

    def make(self) -> CellNet:
        return CellNet(self.model)

    def probe(self) -> npt.NDArray[np.float32]:
        return probe_input(self.model)

    def onnx(self, net: CellNet) -> bytes:
        return onnx_bytes(net, self.model)


@dataclass(frozen=True, slots=True)
class Convolutions:
    """A network of convolutions alone, (N, channels, rows, columns) to (N, outputs, …) for pictures of any size.

    Each of its layers has its norm; a last one of 1 × 1 gives the outputs. Behind the layers of the numbers in
    ``again`` it is looked ``Again``.
    """

    name: str
    layers: Sequence[Layer]
    again: Sequence[int]
    channels: int
    outputs: int
    probed: tuple[int, int]
    """Rows and columns of the probe, the input on which the network is tried."""

    def make(self) -> nn.Sequential:
        blocks: list[nn.Module] = []
        channels = self.channels
        for number, (width, kernel, stride, dilation) in enumerate(self.layers):
            pad = dilation * (kernel // 2)
            blocks += [nn.Conv2d(channels, width, kernel, stride, pad, dilation, bias=False), nn.BatchNorm2d(width)]
            blocks.append(nn.ReLU(inplace=True))
            if number in self.again:
                blocks.append(Again(width))
            channels = width
        return nn.Sequential(*blocks, nn.Conv2d(channels, self.outputs, 1))

    def probe(self) -> npt.NDArray[np.float32]:
        y, x = np.mgrid[0 : self.probed[0], 0 : self.probed[1]].astype(np.float32)
        waves = [np.sin(y / (3 + c)) * np.cos(x / (4 + c)) for c in range(self.channels)]
        return np.stack(waves).astype(np.float32)[None]

    def onnx(self, net: nn.Sequential) -> bytes:
        return convolutions_onnx(net, self.name, self.outputs, channels=self.channels)
