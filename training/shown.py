"""Crops in the memory of the device that learns, and the batches that are taken from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from training.data import Samples
from training.subjects import HOLDING
from vision.network import Model

_BOARD_PX = 96
"""The side of a picture of a bare board, as in vision.bare_board."""
_SOFT, _BEYOND = 0.8, 1.25
"""Slope of a square's edge, and how far it extends beyond the outline in px, as OpenCV draws it."""
PIECES, CROPS = 12, 16
"""The most pieces of a picture in a batch, and the most crops, which include bare and covered places."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Samples picture by picture, in each the pieces first, else in random order.

    ``tables`` (pictures, 3) says where a picture's crops begin, how many hold a piece, and how many do not; ``weight``
    (N,) how often a crop comes into a batch beside others; ``to_board`` (N, 3, 3) takes its px to those of its board.
    """

    samples: Samples
    tables: npt.NDArray[np.int64]
    weight: npt.NDArray[np.float32]
    to_board: npt.NDArray[np.float32]

    @classmethod
    def of(cls, model: Model, samples: Samples, rng: np.random.Generator) -> Part:
        """Return *samples* for *model* put in order."""
        holds = _holds(model, samples.labels)
        order = np.lexsort((rng.random(len(holds)), ~holds, samples.picture))
        sorted_ = {f.name: getattr(samples, f.name) for f in fields(Samples)}
        samples = Samples(**{name: all_ if name == "usual" else all_[order] for name, all_ in sorted_.items()})
        return cls(samples, *_tables(samples.picture, holds[order]), _to_board(samples.outline))


class Shown:
    """Crops of one lesson, as many as there is *room* for, on a device; ``labels``, ``weight`` … as in ``Part``."""

    def __init__(self, model: Model, device: str, room: int) -> None:
        height, width = model.frame.height, model.frame.width
        self.device, self.model, self.room = torch.device(device), model, room
        self.crops = torch.empty((room, height, width, 3), dtype=torch.uint8, device=self.device)
        self.outline = torch.empty((room, 4, 2), device=self.device)
        self.sine = torch.empty(room, device=self.device)
        self.labels = torch.empty((room, 0), dtype=torch.int64, device=self.device)
        self.foreign = torch.zeros(room, dtype=torch.bool, device=self.device)
        self.log_pitch = torch.empty(room, device=self.device)
        self.to_board = torch.empty((room, 3, 3), device=self.device)
        self.board = torch.empty(room, dtype=torch.int64, device=self.device)
        self.weight = torch.zeros(room, device=self.device)
        self._boards: list[Tensor] = []
        self._known = 0
        self._tables: list[npt.NDArray[np.int64]] = []
        self.count = self.pictures = 0

    def __len__(self) -> int:
        return self.count

    def add(self, part: Part) -> bool:
        """Take in *part*; False, and nothing is, where there is no room for all."""
        first, last = self.count, self.count + len(part.samples.crops)
        if last > self.room:
            return False
        if not first:
            self.labels = self.labels.new_empty((self.room, part.samples.labels.shape[1]))
        rows, samples = slice(first, last), part.samples
        for place, values in (
            (self.crops, samples.crops),
            (self.outline, samples.outline),
            (self.sine, samples.sin_elevation),
            (self.labels, samples.labels),
            (self.foreign, samples.foreign),
            (self.log_pitch, samples.log_pitch),
            (self.weight, part.weight),
        ):
            place[rows] = torch.from_numpy(values).to(self.device)
        if self.model.usual:
            self.board[rows] = torch.from_numpy(samples.board + self._known).to(self.device)
            self.to_board[rows] = torch.from_numpy(part.to_board).to(self.device)
            self._boards.append(torch.from_numpy(samples.usual).to(self.device))
            self._known += len(samples.usual)
        self._tables.append(part.tables + np.array([first, 0, 0]))
        self.count, self.pictures = last, self.pictures + len(part.tables)
        return True

    def join(self) -> None:
        """Put together what came in, which makes taking batches fast."""
        if len(self._boards) > 1:
            self._boards = [torch.cat(self._boards)]
        self._tables = [np.concatenate(self._tables)] if self._tables else []

    def tables(self) -> list[tuple[int, int, int]]:
        """Return where each picture's crops begin, how many hold a piece, which come first, and how many others."""
        return [(int(a), int(b), int(c)) for a, b, c in self._tables[0]]

    def batch(self, rng: np.random.Generator, size: int) -> tuple[Tensor, npt.NDArray[np.int64]]:
        """Return the numbers (N,) of *size* crops at most, of some pictures, and which of these (N,) each is of."""
        tables = self._tables[0]
        some = tables[rng.integers(len(tables), size=max(1, size // CROPS))]
        start, pieces, others = (column[:, None] for column in some.T)
        slot = np.arange(CROPS)[None]
        held = np.minimum(pieces, PIECES)
        off = rng.integers(1 << 30, size=(2, len(some), 1))
        chosen = np.where(
            slot < held,
            start + (off[0] + slot) % np.maximum(pieces, 1),
            start + pieces + (off[1] + slot) % np.maximum(others, 1),
        )
        there = (slot < held) | (slot - held < others)
        table = np.broadcast_to(np.arange(len(some))[:, None], there.shape)[there]
        return torch.from_numpy(chosen[there]).to(self.device), table

    def raw(self, chosen: Tensor) -> Raw:
        """Return what is kept of the crops of the numbers *chosen*."""
        if not self.model.usual:
            return Raw(self.crops[chosen], self.outline[chosen], self.sine[chosen], None, None)
        boards = self._boards[0][self.board[chosen]]
        return Raw(self.crops[chosen], self.outline[chosen], self.sine[chosen], self.to_board[chosen], boards)

    def pictures_of(self, chosen: Tensor) -> Tensor:
        """Return the pictures (n, channels, H, W) in 0…255 of the crops of the numbers *chosen*, as a network sees."""
        return self.raw(chosen).pictures()


@dataclass(frozen=True, slots=True, eq=False)
class Raw:
    """Crops (n, H, W, 3), and what their other channels are drawn from; the last two are None if no board is shown."""

    crops: Tensor
    outline: Tensor
    sine: Tensor
    to_board: Tensor | None
    boards: Tensor | None

    @classmethod
    def joined(cls, parts: Sequence[Raw]) -> Raw:
        """Return the crops of all *parts*."""
        columns = ([getattr(part, f.name) for part in parts] for f in fields(cls))
        return cls(*(None if column[0] is None else torch.cat(column) for column in columns))

    def pictures(self) -> Tensor:
        """Return the pictures (n, channels, H, W) in 0…255."""
        height, width = self.crops.shape[1:3]
        y, x = torch.meshgrid(
            torch.arange(height, device=self.crops.device), torch.arange(width, device=self.crops.device), indexing="ij"
        )
        px = torch.stack([x, y, torch.ones_like(x)], dim=-1).float()
        colour = self.crops.permute(0, 3, 1, 2)
        level = torch.round(255 * (0.5 + 0.5 * self.sine))
        square = (level[:, None, None] * _inside(px[..., :2], self.outline)).to(torch.uint8)
        if self.to_board is None or self.boards is None:
            return torch.cat([colour, square[:, None]], dim=1)
        at = (px.reshape(1, -1, 3) @ self.to_board.transpose(1, 2)).view(-1, height, width, 3)
        place = torch.remainder(at[..., :2] / at[..., 2:], _BOARD_PX)
        boards = functional.pad(self.boards.permute(0, 3, 1, 2).float(), [0, 1, 0, 1], mode="circular")
        shown = functional.grid_sample(boards, place * 2 / _BOARD_PX - 1, align_corners=True)
        return torch.cat([colour, square[:, None], torch.round(shown).to(torch.uint8)], dim=1)


def _to_board(outline: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return maps (N, 3, 3) from px of crops to those of a bare board with its first cell at *outline* (N, 4, 2)."""
    corner = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]) * _BOARD_PX / 2 - 0.5
    x, y = outline[..., 0].astype(np.float64), outline[..., 1].astype(np.float64)
    u, v = np.broadcast_to(corner[:, 0], x.shape), np.broadcast_to(corner[:, 1], x.shape)
    one, none = np.ones_like(x), np.zeros_like(x)
    rows = np.concatenate(
        [
            np.stack([x, y, one, none, none, none, -u * x, -u * y], axis=2),
            np.stack([none, none, none, x, y, one, -v * x, -v * y], axis=2),
        ],
        axis=1,
    )
    solved = np.linalg.solve(rows, np.concatenate([u, v], axis=1)[..., None])[..., 0]
    return np.concatenate([solved, np.ones((len(x), 1))], axis=1).reshape(-1, 3, 3).astype(np.float32)


def _inside(px: Tensor, outline: Tensor) -> Tensor:
    """Return (n, H, W) how far each of *px* (H, W, 2) is inside *outline* (n, 4, 2), from 0 to 1."""
    ahead = outline.roll(-1, dims=1)
    area = (outline[..., 0] * ahead[..., 1] - ahead[..., 0] * outline[..., 1]).sum(dim=1)
    way = ahead - outline
    way = way / way.norm(dim=2, keepdim=True).clamp(min=1e-6) * area.sign()[:, None, None]
    across = torch.stack([-way[..., 1], way[..., 0]], dim=2)
    offset = (across * outline).sum(dim=2)
    away = across[:, :, None] @ px.reshape(1, 1, -1, 2).transpose(2, 3)
    nearest = (away.squeeze(2) - offset[:, :, None]).amin(dim=1).view(-1, *px.shape[:2])
    return (_SOFT * (nearest + _BEYOND)).clamp(0, 1)


def _holds(model: Model, labels: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    """Return which (N,) crops show a piece or a rod, by their *labels* (N, fields)."""
    told = [np.isin(labels[:, at], HOLDING[name]) for at, name in enumerate(model.fields) if name in HOLDING]
    return np.asarray(np.any(told, axis=0))


def _tables(
    picture: npt.NDArray[np.int64], holds: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float32]]:
    """Return (tables, 3): for each *picture*, where its crops begin, how many hold a piece, and how many others follow.

    Also return the weight (N,) of each crop.
    """
    starts = np.flatnonzero(np.diff(picture, prepend=picture[0] - 1)) if len(picture) else np.zeros(0, dtype=int)
    ends = np.append(starts[1:], len(picture))
    tables, weights = [], np.empty(len(picture), dtype=np.float32)
    for start, end in zip(starts.tolist(), ends.tolist(), strict=False):
        pieces = int(holds[start:end].sum())
        others, some = end - start - pieces, min(pieces, PIECES)
        weights[start : start + pieces] = some / max(pieces, 1)
        weights[start + pieces : end] = min(CROPS - some, others) / max(others, 1)
        tables.append((start, pieces, others))
    return np.array(tables, dtype=np.int64).reshape(-1, 3), weights
