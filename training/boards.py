"""``python -m training.boards NETWORK FOLDER``: teach a network that finds boards, from nothing, as pictures come.

``outline`` tells where boards lie in a picture and where their corners are, ``corners`` where the corners of cells lie.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import calibration
from calibration.corners import CELL_PX, KINDS
from calibration.outline import STRIDE
from training.course import Recipe
from training.data import Examples
from training.drawing import PER_CHUNK, Painters
from training.networks import Convolutions
from training.online import Lessons, Pace, asked_for, painters_for, taught

OUTLINE = Convolutions(
    "outline",
    layers=((12, 5, 2, 1), (24, 3, 2, 1), (40, 3, 2, 1), *((40, 3, 1, dilation) for dilation in (1, 2, 4, 8, 2, 1))),
    again=(4, 6, 8),
    channels=3,
    outputs=4,
    probed=(12 * STRIDE, 16 * STRIDE),
)
"""Its output for each place: the scores of lying on a board and of a corner nearby, and where that is (x, y), in
places.

The last of its layers see most of the picture.
"""
CORNERS = Convolutions(
    "corners",
    layers=((16, 5, 2, 1), (32, 3, 2, 1), (48, 3, 2, 1), (48, 3, 1, 1), (64, 3, 2, 1), (64, 3, 1, 1)),
    again=(1, 2, 3, 4),
    channels=4,
    outputs=3 + len(KINDS),
    probed=(5 * CELL_PX + 1, 6 * CELL_PX + 1),
)
"""Its output for each corner: the offset in x and y (cells), the log of the mean absolute error (cells), and the scores
of ``KINDS``.
"""

USUAL = Pace(rate=3e-3, decay=1e-3, batch=128, per_epoch=1000, room=64_000, printed=0.1)
REACH = 1.5
"""The network learns the offset of a corner at places within this distance, in places."""
WIDTH = 0.8
"""Standard deviation of a corner's mark, in places."""

Group = Mapping[str, Tensor]
"""Examples whose pictures have the same size."""


class Recent:
    """The latest examples of a lesson on a device, no more than there is *room* for, in groups by what is shown."""

    def __init__(self, device: str, room: int) -> None:
        self.device, self.room = device, room
        self.groups: dict[tuple[int, ...], deque[Group]] = {}
        self.pictures = 0
        self._order: deque[tuple[tuple[int, ...], int]] = deque()
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def add(self, examples: Examples) -> bool:
        """Take in *examples*; the oldest go where there is no room for all."""
        for arrays in examples.groups:
            group = {name: torch.from_numpy(array).to(self.device) for name, array in arrays.items()}
            first = next(iter(group.values()))
            shape = tuple(first.shape)
            self.groups.setdefault(shape, deque()).append(group)
            self._order.append((shape, len(first)))
            self._count += len(first)
        while self._count > self.room:
            shape, count = self._order.popleft()
            self.groups[shape].popleft()
            self._count -= count
        self.pictures += PER_CHUNK
        return True

    def join(self) -> None:
        """Nothing has to be put together."""

    def batch(self, rng: np.random.Generator, count: int) -> Group:
        """Return about *count* examples of one size, of any groups; sizes as often as they are there."""
        shapes = list(self.groups)
        shares = np.array([len(self.groups[shape]) for shape in shapes], dtype=np.float64)
        shape = shapes[int(rng.choice(len(shapes), p=shares / shares.sum()))]
        groups = self.groups[shape]
        some = [groups[int(number)] for number in rng.integers(len(groups), size=max(1, count // shape[0]))]
        return {name: torch.cat([group[name] for group in some]) for name in some[0]}


class BoardLessons(Lessons):
    """What a network that finds boards is taught."""

    network: Convolutions

    def __init__(self, network: Convolutions, painters: Painters, pace: Pace, device: str) -> None:
        super().__init__(network, painters, pace, device)
        self.rng = np.random.default_rng(pace.seed)

    def store(self, name: str) -> Recent:  # noqa: ARG002 - as in Lessons
        """Return what is to hold the examples."""
        return Recent(self.device, self.pace.room)

    def read(self, name: str, path: Path, number: int) -> Examples:  # noqa: ARG002 - as in Lessons
        """Return what is in the file *path*."""
        return Examples.load(path)

    def loss(self, net: nn.Module, recipe: Recipe) -> Tensor:
        """Return the loss of a batch."""
        recent: Recent = self.shown[self.network.name]
        group = recent.batch(self.rng, self.pace.batch)
        seen = self.seen(group)
        with recipe.precision():
            said = net(seen.contiguous(memory_format=torch.channels_last))
        return self.loss_of(said.float(), group)

    @staticmethod
    @abstractmethod
    def seen(group: Group) -> Tensor:
        """Return what of *group* a network sees (N, channels, H, W)."""

    @staticmethod
    @abstractmethod
    def loss_of(said: Tensor, group: Group) -> Tensor:
        """Return the loss of what is *said* (N, outputs, …) of *group*."""

    @staticmethod
    @abstractmethod
    def errors_of(said: Tensor, group: Group) -> dict[str, Tensor]:
        """Return errors (any number,) of what is *said* of *group*, by name."""


class OutlineLessons(BoardLessons):
    """Where boards lie, and where their corners are."""

    @staticmethod
    def seen(group: Group) -> Tensor:
        """Return pictures evened out, as ``calibration.outline.shown`` does."""
        levels = group["picture"].permute(0, 3, 1, 2).float()
        spread, mean = torch.std_mean(levels, dim=(1, 2, 3), correction=0, keepdim=True)
        return (levels - mean) / (spread + 8.0)

    @staticmethod
    def told(group: Group) -> Tensor:
        """Return what is to be said (N, 5, rows, columns): on a board, a corner near, where (x, y), whether asked."""
        on = group["on"].float() / 255
        y, x = (torch.arange(count, device=on.device, dtype=torch.float32) for count in on.shape[1:])
        places = torch.stack(torch.meshgrid(x, y, indexing="xy"))
        off = group["corners"][..., None, None] - places
        far = off.norm(dim=2)
        least, which = far.min(dim=1)
        nearest = off.gather(1, which[:, None, None].expand(-1, 1, 2, -1, -1))[:, 0]
        near = torch.exp(-0.5 * (least / WIDTH) ** 2)
        return torch.cat([on[:, None], near[:, None], nearest, (least < REACH).float()[:, None]], dim=1)

    @staticmethod
    def loss_of(said: Tensor, group: Group) -> Tensor:
        """Return how wrong it is of boards, of corners (quality focal loss), of where these are."""
        told = OutlineLessons.told(group)
        on = functional.binary_cross_entropy_with_logits(said[:, 0], told[:, 0])
        corner = functional.binary_cross_entropy_with_logits(said[:, 1], told[:, 1], reduction="none")
        weight = (said[:, 1].sigmoid() - told[:, 1]).square().detach()
        asked = told[:, 4]
        off = ((said[:, 2:] - told[:, 2:4]).abs().sum(dim=1) * asked).sum() / asked.sum().clamp(min=1)
        return on + 10 * (weight * corner).mean() * said.shape[2] * said.shape[3] / 400 + 0.3 * off

    @staticmethod
    def errors_of(said: Tensor, group: Group) -> dict[str, Tensor]:
        """Return how far off corners are, in places, and which places are wrongly told to be on a board or not."""
        told = OutlineLessons.told(group)
        return {
            "off": (said[:, 2:] - told[:, 2:4]).norm(dim=1)[told[:, 1] > 0.7],
            "wrong": ((said[:, 0] > 0) != (told[:, 0] > 0.5)).float().flatten(),
        }


class CornerLessons(BoardLessons):
    """By how much corners of cells are off, and their kinds."""

    @staticmethod
    def seen(group: Group) -> Tensor:
        """Return boards laid flat, as ``calibration.corners.flat_view`` does."""
        levels = group["levels"].float()
        across = group["across"][:, None, :].expand_as(levels)
        down = group["down"][:, :, None].expand_as(levels)
        return torch.stack([levels, across, down, group["seen"].float()], dim=1)

    @staticmethod
    def loss_of(said: Tensor, group: Group) -> Tensor:
        """Return the loss: the errors are taken for Laplace's, whose scale is said too (Kendall and Gal, 2017)."""
        kinds = group["kinds"].long()
        on = (kinds >= 2).float()
        error = (said[:, :2] - group["off"]).abs().sum(dim=1)
        spread = said[:, 2].clamp(-5.0, 1.5)
        laid = ((error * torch.exp(-spread) + 2 * spread) * on).sum() / on.sum().clamp(min=1.0)
        return laid + functional.cross_entropy(said[:, 3:], kinds)

    @staticmethod
    def errors_of(said: Tensor, group: Group) -> dict[str, Tensor]:
        """Return how far off corners on boards are, in cells, and which kinds are told wrongly."""
        kinds = group["kinds"].long()
        return {
            "error_cells": (said[:, :2] - group["off"]).abs().sum(dim=1)[kinds >= 2] / 2,
            "wrong": (said[:, 3:].argmax(dim=1) != kinds).float().flatten(),
        }


class BoardsHeld:
    """What was held back, to report on."""

    def __init__(self, lessons: BoardLessons, paths: Sequence[Path]) -> None:
        self.lessons = lessons
        self.groups: list[Group] = []
        for path in paths:
            recent = Recent(lessons.device, 1_000_000)
            recent.add(Examples.load(path))
            self.groups += [group for groups in recent.groups.values() for group in groups]

    def report(self, net: nn.Module) -> dict[str, float]:
        """Return the mean loss, medians of distances and shares of what is wrong."""
        losses: list[float] = []
        errors: dict[str, list[Tensor]] = {}
        with torch.no_grad():
            for group in self.groups:
                said = net(self.lessons.seen(group)).float()
                losses.append(float(self.lessons.loss_of(said, group)))
                for name, values in self.lessons.errors_of(said, group).items():
                    errors.setdefault(name, []).append(values)
        found = {name: torch.cat(values) for name, values in errors.items()}
        mean = {name: float(values.mean() if name == "wrong" else values.median()) for name, values in found.items()}
        return {"loss": float(np.mean(losses))} | mean

    def cool(self, net: nn.Module) -> None:
        """Leave *net* as it is."""


TAUGHT: Mapping[str, tuple[Convolutions, Any]] = {
    OUTLINE.name: (OUTLINE, OutlineLessons),
    CORNERS.name: (CORNERS, CornerLessons),
}


def main(words: Sequence[str] | None = None) -> None:
    """Teach the network that is asked for."""
    asked = asked_for(TAUGHT, __doc__, words, USUAL, Path(calibration.__file__).parent / "models")
    network, kind = TAUGHT[asked.network]
    with painters_for(asked, [network.name]) as painters:
        lessons: BoardLessons = kind(network, painters, asked.pace, asked.device)
        taught(lessons, lambda paths: BoardsHeld(lessons, paths[network.name]), asked.out)


if __name__ == "__main__":
    main()
