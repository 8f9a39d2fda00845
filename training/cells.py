"""``python -m training.cells NETWORK FOLDER``: teach a network that looks at cells, from nothing, as pictures come.

Each step takes some pictures of every lesson, in one light each. Every head of the network is asked what a lesson is
about, and, where seats own the pieces, whose are alike.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor

from training.course import Recipe
from training.data import Samples
from training.drawing import Painters
from training.losses import (
    FieldLoss,
    Loss,
    PyramidLoss,
    mean_loss,
    moved_nats,
    pairs,
    seats_loss,
    unnamed,
)
from training.model import CellNet
from training.networks import OfModel
from training.online import TEMPERATURES, Lessons, Pace, asked_for, cool_rows, painters_for, taught
from training.shown import Part, Raw, Shown
from training.start import renorm, take
from training.subjects import SUBJECTS, TAUGHT_BY
from training.vary import Vary
from vision.contents import PYRAMID_MODELS
from vision.network import CELLS_MODEL, NAMES, SHADE, Model, columns_of

_SHADES_WORTH = 2.0
"""Weight of the loss for which pieces are alike, relative to that for what they are."""
_NAMES_WORTH = 0.5
"""Weight of the loss for colour names that all games share."""
_MANY = 1_000_000
_LOOKED_AT = 8
"""Batches from which the norms of a network that is taught further learn its layers' statistics."""


@dataclass(frozen=True, slots=True)
class CellPace(Pace):
    """How long and how fast to learn, and what to keep."""

    keep: float = 0.0
    """Weight of keeping the network's earlier outputs; 0 to learn from labels alone."""
    lower: int = 17
    """How many layers then stay as they are, norms and the like included."""
    again: int = 8
    """How often a batch is then reused: the outputs of those layers for it are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class _Asked:
    """A lesson's share in a step: the numbers of its crops, the picture of each, and which have strange colours."""

    lesson: str
    chosen: Tensor
    table: npt.NDArray[np.int64]
    strange: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """A step's pictures: the input of the first layer that learns, and the earlier network's outputs."""

    asked: list[_Asked]
    low: Tensor
    before: Tensor


class CellLessons(Lessons):
    """What a network that looks at cells is taught: what of each lesson is shown, how it is varied, what is asked."""

    pace: CellPace

    def __init__(self, model: Model, painters: Painters, pace: CellPace, device: str) -> None:
        self.model = model
        super().__init__(OfModel(model), painters, pace, device)
        self._before = CellNet(model)
        self._steps = 0
        self._seen_before: list[_Seen] = []
        self.vary = Vary(model, pace.seed, device=device)
        self.losses: dict[str, Loss] = {}
        self.rng = np.random.default_rng(pace.seed)

    def store(self, name: str) -> Shown:
        """Return what is to hold the crops of the lesson *name*."""
        return Shown(part_for(self.model, name), self.device, self.pace.room)

    def read(self, name: str, path: Path, number: int) -> Part:
        """Return what is in the file *path* of the lesson *name*."""
        return Part.of(self.shown[name].model, Samples.load(path), np.random.default_rng(number))

    @property
    def keeps(self) -> bool:
        return self.pace.keep > 0

    def begin(self, net: CellNet, start: Path) -> None:
        take(net, self.model, start.read_bytes())
        if not self.keeps:
            renorm(net, (self._batch()[0] for _ in range(_LOOKED_AT)))
            return
        self._before = copy.deepcopy(net).eval()
        net.features[: self.pace.lower].requires_grad_(False)

    def renewed(self) -> None:
        """Weigh the losses by the shares of what is shown now."""
        self.losses = {name: loss_for(shown) for name, shown in self.shown.items() if len(shown)}

    def loss(self, net: CellNet, recipe: Recipe) -> Tensor:
        """Return the loss of a step: a batch of every lesson."""
        if self.keeps:
            return self._kept(net, recipe)
        seen, asked = self._batch()
        with recipe.precision():
            scores = net(seen).float()
        total = scores.sum() * 0
        for each, said in zip(asked, scores.split([len(each.chosen) for each in asked]), strict=True):
            total = total + self._loss_of(each, said)
        return total

    def _kept(self, net: CellNet, recipe: Recipe) -> Tensor:
        """Return the loss of *net* against the earlier outputs, and for what is not a piece."""
        first = self.pace.lower
        if self._steps % self.pace.again == 0:
            with torch.no_grad(), recipe.precision():
                pictures, asked = self._batch()
                low = net.features[:first](pictures).half()
                self._seen_before.append(_Seen(asked, low, self._before(low.float(), first).float()))
        self._steps += 1
        seen = self._seen_before[int(self.rng.integers(len(self._seen_before)))]
        counts = [len(each.chosen) for each in seen.asked]
        with recipe.precision():
            scores = net(seen.low.float(), first).float()
        total = scores.sum() * 0
        for each, said, before in zip(seen.asked, scores.split(counts), seen.before.split(counts), strict=True):
            total = total + self._kept_loss_of(each, said, before)
        return total

    def _batch(self) -> tuple[Tensor, list[_Asked]]:
        """Return the pictures of a step and, in the same order, each lesson's share in it."""
        asked, raw = [], []
        for name, shown in self.shown.items():
            chosen, table = shown.batch(self.rng, self.pace.batch)
            raw.append(shown.raw(chosen))
            asked.append(_Asked(name, chosen, table, self.vary.strangers(int(table[-1]) + 1)[table]))
        tables = [each.table + _MANY * number for number, each in enumerate(asked)]
        mirrors = [np.full(len(each.table), self.shown[each.lesson].model.mirrored) for each in asked]
        strange = np.concatenate([each.strange for each in asked])
        return self.vary(Raw.joined(raw).pictures(), strange, np.concatenate(tables), np.concatenate(mirrors)), asked

    def _kept_loss_of(self, asked: _Asked, scores: Tensor, before: Tensor) -> Tensor:
        shown = self.shown[asked.lesson]
        own = columns_of(shown.model)
        presence = self.losses[asked.lesson].presence(scores[:, own], shown.labels[asked.chosen])
        moved = moved_nats(shown.model.fields, scores[:, own], before[:, own])
        if self.model is CELLS_MODEL:
            common = {name: self.model.fields[name] for name in (SHADE, NAMES)}
            first = self.model.outputs - sum(common.values())
            moved = moved + moved_nats(common, scores[:, first:], before[:, first:])
        return torch.where(shown.foreign[asked.chosen], presence, self.pace.keep * moved).mean()

    def _loss_of(self, asked: _Asked, scores: Tensor) -> Tensor:
        name, chosen, table = asked.lesson, asked.chosen, asked.table
        shown = self.shown[name]
        labels = shown.labels[chosen]
        named = unnamed(shown.model, labels, asked.strange)
        total = torch.stack(
            self.losses[name].parts(scores[:, columns_of(shown.model)], named, shown.log_pitch[chosen])
        ).sum()
        if self.model is not CELLS_MODEL:
            return total
        names = scores[:, -self.model.fields[NAMES] :]
        place = list(shown.model.fields).index("colour")
        total = total + _NAMES_WORTH * mean_loss(names, named[:, place], smooth=0.01)
        if SUBJECTS[name].seats:
            shade = scores[:, -self.model.fields[NAMES] - self.model.fields[SHADE] : -names.shape[1]]
            tables = torch.from_numpy(table).to(scores.device)
            total = total + _SHADES_WORTH * seats_loss(shade, labels[:, place], tables)
        return total


def part_for(model: Model, lesson: str) -> Model:
    """Return what of *model* the *lesson* of that name teaches: the part for its pieces, or all of it."""
    return SUBJECTS[lesson].model if model is CELLS_MODEL else model


def loss_for(shown: Shown, *, weighed: bool = True) -> Loss:
    """Return what the lesson of *shown* is taught by, with the shares that its batches have, or else its crops."""
    labels, log_pitch = shown.labels[: len(shown)], shown.log_pitch[: len(shown)]
    weight = shown.weight[: len(shown)] if weighed else None
    if shown.model in PYRAMID_MODELS:
        return PyramidLoss(shown.model, labels, log_pitch, weight)
    return FieldLoss(shown.model, labels, weight)


class CellsHeld:
    """What was held back of each lesson, to report on and to set temperatures by."""

    def __init__(self, model: Model, samples: Mapping[str, Samples], device: str) -> None:
        self.model = model
        self.shown = {}
        for name, some in samples.items():
            shown = self.shown[name] = Shown(part_for(model, name), device, len(some.crops))
            shown.add(Part.of(shown.model, some, np.random.default_rng(0)))
            shown.join()
        self.losses = {name: loss_for(shown, weighed=False) for name, shown in self.shown.items()}

    def scores(self, net: CellNet, name: str, batch: int = 512) -> Tensor:
        """Return what *net* says (N, outputs) of a lesson's crops, seen as the reader sees them."""
        shown = self.shown[name]
        found = []
        with torch.no_grad():
            for chosen in torch.arange(len(shown), device=shown.device).split(batch):
                x = (shown.pictures_of(chosen).float() / 255).contiguous(memory_format=torch.channels_last)
                found.append((net(x) + net(x.flip(3))) / 2 if shown.model.mirrored else net(x))
        return torch.cat(found)

    def report(self, net: CellNet) -> dict[str, float]:
        """Return shares of errors and losses of each lesson."""
        found = {}
        for name, shown in self.shown.items():
            scores = self.scores(net, name)
            part = scores[:, columns_of(shown.model)]
            for key, value in self.losses[name].report(part, shown.labels, shown.log_pitch).items():
                found[f"{name}.{key}"] = value
            if shown.foreign.any():
                presence = self.losses[name].presence(part, shown.labels)
                found[f"{name}.foreign_nats"] = float(presence[shown.foreign].mean())
            if self.model is CELLS_MODEL and SUBJECTS[name].seats:
                found |= {f"{name}.{key}": value for key, value in self._seats(scores, shown).items()}
        return found

    def _seats(self, scores: Tensor, shown: Shown) -> dict[str, float]:
        """Return the shares of pairs of one seat's pieces that are parted, and of two seats' that are mixed up."""
        first = self.model.outputs - self.model.fields[NAMES] - self.model.fields[SHADE]
        shade = scores[:, first : first + self.model.fields[SHADE]]
        place = list(shown.model.fields).index("colour")
        wrong, count = torch.zeros(2), torch.zeros(2)
        for start, pieces, _ in shown.tables():
            rows = slice(start, start + pieces)
            one = torch.zeros(pieces, dtype=torch.int64, device=shade.device)
            nats, same, counts, _ = pairs(shade[rows], shown.labels[rows, place], one)
            for at, (kind, mistaken) in enumerate(((same, nats < 0), (~same, nats > 0))):
                wrong[at] += float((mistaken & counts & kind).sum())
                count[at] += float((counts & kind).sum())
        parted, mixed = (wrong / count.clamp(min=1)).tolist()
        return {"parted": parted, "mixed": mixed}

    def cool(self, net: CellNet) -> None:
        """Divide the output layer of *net*, part by part, by the temperatures that fit what was held back best."""
        for head in {shown.model.name: shown.model for shown in self.shown.values()}.values():
            names = [name for name, shown in self.shown.items() if shown.model is head]
            where = columns_of(head)
            said = [(self.losses[n], self.scores(net, n)[:, where], self.shown[n]) for n in names]
            columns = self.losses[names[0]].columns
            best, lowest = [1.0] * len(columns), [math.inf] * len(columns)
            for temperature in TEMPERATURES:
                costs = [loss.parts(scores / temperature, s.labels, s.log_pitch) for loss, scores, s in said]
                for part, values in enumerate(zip(*costs, strict=True)):
                    if (value := float(sum(values))) < lowest[part]:
                        best[part], lowest[part] = temperature, value
            for some, temperature in zip(columns, best, strict=True):
                cool_rows(net, [where.start + column for column in some], temperature)


def main(words: Sequence[str] | None = None) -> None:
    """Teach the network that is asked for."""
    asked = asked_for(TAUGHT_BY, __doc__, words, CellPace(), starts=True)
    model, lessons = TAUGHT_BY[asked.network]
    with painters_for(asked, lessons) as painters:
        taught(
            CellLessons(model, painters, asked.pace, asked.device),
            lambda paths: CellsHeld(model, {name: Samples.load(*some) for name, some in paths.items()}, asked.device),
            asked.out,
            asked.start,
        )


if __name__ == "__main__":
    main()
