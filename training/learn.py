"""Learning: batches, what is done to them, temperatures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from training.course import Recipe, run
from training.data import Samples
from training.export import onnx_bytes
from training.losses import FieldLoss, Loss, PyramidLoss
from training.model import CellNet
from training.start import begin, blend, fresh
from training.subjects import NOTHING, Subject
from training.vary import Vary
from vision.bare_board import as_seen
from vision.contents import PYRAMID_MODELS
from vision.network import SEEN, SEEN_BESIDE, Model


class Pictures:
    """The crops of samples as a network takes them, (n, channels, H, W) uint8; the fourth is drawn when asked for."""

    def __init__(self, samples: Samples) -> None:
        self.crops, self.usual, self.board = samples.crops, samples.usual, samples.board
        self.outline, self.sine = samples.outline, samples.sin_elevation

    def __len__(self) -> int:
        return len(self.crops)

    def __getitem__(self, chosen: Tensor) -> Tensor:
        """Return the pictures of the numbers *chosen*."""
        channels = SEEN_BESIDE if len(self.usual) else SEEN
        found = np.empty((len(chosen), *self.crops.shape[1:3], channels), dtype=np.uint8)
        for place, number in zip(found, chosen.tolist(), strict=True):
            level = round(255 * (0.5 + 0.5 * float(self.sine[number])))
            square = np.zeros(place.shape[:2], dtype=np.uint8)
            cv2.fillConvexPoly(square, np.round(self.outline[number] * 16).astype(np.int32), level, cv2.LINE_AA, 4)
            place[..., :3], place[..., 3] = self.crops[number], square
            if len(self.usual):
                size = place.shape[1], place.shape[0]
                place[..., SEEN:] = as_seen(self.usual[self.board[number]], self.outline[number], size)
        return torch.from_numpy(found).permute(0, 3, 1, 2)


def told(samples: Samples) -> tuple[Tensor, Tensor]:
    """Return the labels and the log pitches of *samples*."""
    return torch.from_numpy(samples.labels.astype(np.int64)), torch.from_numpy(samples.log_pitch)


def learn(
    subject: Subject, train: Samples, held: Samples, folder: Path, recipe: Recipe, *, start: Path | None = None
) -> Iterator[dict[str, float]]:
    """Learn from *train*, yielding a report after each epoch; the last weights lie in ``folder/weights.pt``.

    A stopped run goes on after the last whole epoch. A fresh one begins with the weights
    in *start*, where given: an earlier run's, or a shipped network's.
    """
    net = fresh(subject.model, recipe)
    pictures = Pictures(train)
    labels, log_pitch = told(train)
    if start is not None:
        begin(net, subject.model, start, _sample(subject, pictures, recipe))
    before = onnx_bytes(net, subject.model)
    loss = loss_for(subject, labels, log_pitch)
    per_epoch = len(labels) // recipe.batch

    def losses(epoch: int) -> Iterator[Tensor]:
        generator = torch.Generator().manual_seed(recipe.seed * 1000 + epoch)
        vary = Vary(subject.model, recipe.seed * 1000 + epoch)
        for chosen in torch.randperm(len(labels), generator=generator).split(recipe.batch)[:per_epoch]:
            strange = vary.strangers(len(chosen))
            with recipe.precision():
                scores = net(vary(pictures[chosen], strange))
            said = unnamed(subject.model, labels[chosen], strange)
            yield torch.stack(loss.parts(scores.float(), said, log_pitch[chosen])).sum()

    for line in run(net, folder, recipe, per_epoch, losses):
        yield line | report(subject, net, held, loss)
    if recipe.toward < 1:
        blend(net, subject.model, before, recipe.toward)
    cooled(subject, net, held, loss)
    torch.save(net.state_dict(), folder / "weights.pt")


def _sample(subject: Subject, pictures: Pictures, recipe: Recipe, *, batches: int = 16) -> Iterator[Tensor]:
    """Yield some varied batches, to see what the layers put out."""
    vary = Vary(subject.model, recipe.seed)
    for number in range(batches):
        generator = torch.Generator().manual_seed(number)
        chosen = torch.randint(0, len(pictures), (recipe.batch,), generator=generator)
        yield vary(pictures[chosen], vary.strangers(recipe.batch))


def unnamed(model: Model, labels: Tensor, strange: npt.NDArray[np.bool_]) -> Tensor:
    """Return *labels* (N, fields) for *model* without the colours' names of what is shown in *strange* (N,) colours."""
    found = labels.clone()
    if "colour" in model.fields:
        odd = torch.from_numpy(strange).to(labels.device)
        found[odd, list(model.fields).index("colour")] = NOTHING
    return found


def loss_for(subject: Subject, labels: Tensor, log_pitch: Tensor) -> Loss:
    """Return what *subject* is taught by, with the shares of a training set's *labels*."""
    if subject.model in PYRAMID_MODELS:
        return PyramidLoss(subject.model, labels, log_pitch)
    return FieldLoss(subject.model, labels)


def scores_of(subject: Subject, net: CellNet, samples: Samples, batch: int = 512) -> tuple[Tensor, Tensor, Tensor]:
    """Return the network's scores for *samples*, seen as the reader sees them, labels and log pitches."""
    pictures, (labels, log_pitch) = Pictures(samples), told(samples)
    parts = []
    with torch.no_grad():
        for numbers in torch.arange(len(labels)).split(batch):
            x = pictures[numbers].float() / 255
            parts.append((net(x) + net(x.flip(3))) / 2 if subject.model.mirrored else net(x))
    return torch.cat(parts), labels, log_pitch


def report(subject: Subject, net: CellNet, held: Samples, loss: Loss) -> dict[str, float]:
    """Return shares of errors on *held*."""
    return loss.report(*scores_of(subject, net, held))


def trial(subject: Subject, net: CellNet, train: Samples, held: Samples) -> dict[str, float]:
    """Return the report of the finished *net* on *held*."""
    return report(subject, net, held, loss_for(subject, *told(train)))


def cooled(subject: Subject, net: CellNet, held: Samples, loss: Loss) -> tuple[float, ...]:
    """Divide the output layer of *net* by the temperatures that fit *held* best; return them, one for each part."""
    scores, labels, log_pitch = scores_of(subject, net, held)
    best = [1.0] * len(loss.columns)
    lowest = [math.inf] * len(loss.columns)
    for temperature in np.geomspace(0.6, 3.0, 40):
        for part, value in enumerate(loss.parts(scores / float(temperature), labels, log_pitch)):
            if float(value) < lowest[part]:
                best[part], lowest[part] = float(temperature), float(value)
    with torch.no_grad():
        for columns, temperature in zip(loss.columns, best, strict=True):
            net.out.weight[list(columns)] /= temperature
            net.out.bias[list(columns)] /= temperature
    return tuple(best)
