"""Teaching the network that tells whose pieces are alike, from pictures of all games with pieces of seats.

Crops of a few tables make a batch, those of one table in one light, and the network is asked of every pair of
pieces of a table whether they are of one seat: a logistic model of the distance between them (after Chopra, Hadsell
and LeCun, "Learning a similarity metric discriminatively", 2005).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from training.course import Recipe, run
from training.data import Samples
from training.learn import Pictures
from training.model import CellNet
from training.pictures import draw_training_scene
from training.start import begin, fresh
from training.subjects import SUBJECTS
from training.vary import Vary
from vision.network import DICE_MODEL, PYRAMID_MODEL, SHADE_MODEL, SHAPE_MODEL, SIZE_MODEL
from vision.shades import halved

LESSONS = {
    model.name: replace(SUBJECTS[model.name], scene=draw_training_scene)
    for model in (DICE_MODEL, PYRAMID_MODEL, SHAPE_MODEL, SIZE_MODEL)
}
"""What is looked at. On the crowded tables of other lessons each die is of a make of its own, nobody's."""
SHADES = SHADE_MODEL.fields["shade"]
ONE_SEAT_NATS = 6.0
"""At half the square of this distance two pieces are as likely of one seat as of two."""
_PIECES, _CROPS = 12, 16
"""So many pieces of a table are in a batch at most, and so many crops with bare and covered cells."""
_NAMES_WORTH = 0.5
"""What names of colours count, of which nothing is asked later: who can name colours soon tells them apart."""
_BARE_WORTH = 0.3
"""What a piece's being unlike bare cells counts beside whose it is."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Crops of one game: ``seat`` (N,) is a number for each seat of each table, −1 where no piece is."""

    pictures: Pictures
    table: npt.NDArray[np.int64]
    seat: npt.NDArray[np.int64]

    @classmethod
    def of(cls, samples: Samples, lesson: str) -> Shown:
        """Return what *samples* of *lesson* show."""
        colour = samples.labels[:, list(LESSONS[lesson].model.fields).index("colour")]
        return cls(Pictures(samples), samples.picture, colour)

    def tables(self) -> list[tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]]:
        """Return the numbers of the crops with pieces and of those without, for each table with two pieces or more."""
        order = np.argsort(self.table, kind="stable")
        parts = np.split(order, np.flatnonzero(np.diff(self.table[order])) + 1)
        split = ((part[self.seat[part] >= 0], part[self.seat[part] < 0]) for part in parts)
        return [(pieces, others) for pieces, others in split if len(pieces) > 1]


def batches(
    shown: Shown, rng: np.random.Generator, batch: int
) -> Iterator[tuple[npt.NDArray[np.intp], npt.NDArray[np.int64]]]:
    """Yield the numbers of *batch* crops at most, of some tables, and which of these each is from, for ever."""
    tables = shown.tables()
    while True:
        rows = []
        for number in rng.choice(len(tables), min(batch // _CROPS, len(tables)), replace=False):
            pieces, others = (rng.permutation(part) for part in tables[number])
            some = pieces[:_PIECES]
            rows.append(np.concatenate([some, others[: _CROPS - len(some)]]))
        yield np.concatenate(rows), np.repeat(np.arange(len(rows)), [len(part) for part in rows])


def loss_of(shade: Tensor, seat: Tensor, table: Tensor) -> Tensor:
    """Return how badly *shade* (N, SHADES) tells pieces of one *seat* (N,) of a *table* (N,) from all else there."""
    nats, same, counts, bare = pairs(shade, seat, table)
    wrong = functional.binary_cross_entropy_with_logits(nats, same.float(), reduction="none")
    seats, bare_cells = ((wrong * kind).sum() / kind.sum().clamp(min=1) for kind in (counts, bare))
    return seats + _BARE_WORTH * bare_cells


def loss_of_names(names: Tensor, seat: Tensor, strange: Tensor) -> Tensor:
    """Return how badly *names* (N, colours) tell the colour of each *seat* (N,), *strange* ones left out."""
    told = (seat >= 0) & ~strange
    return functional.cross_entropy(names[told], seat[told], label_smoothing=0.01) if told.any() else names.sum() * 0


def pairs(shade: Tensor, seat: Tensor, table: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return for all pairs (N, N) what speaks for one seat, whether it is, and which pairs are of pieces, or of one."""
    nats = ONE_SEAT_NATS - 0.5 * (shade[:, None] - shade[None]).square().sum(dim=2)
    piece = seat >= 0
    here = (table[:, None] == table[None]).triu(diagonal=1)
    return nats, seat[:, None] == seat[None], here & piece[:, None] & piece[None], here & (piece[:, None] ^ piece[None])


def learn_seats(
    train: Mapping[str, Samples],
    held: Mapping[str, Samples],
    folder: Path,
    recipe: Recipe,
    *,
    start: Path | None = None,
) -> Iterator[dict[str, float]]:
    """Learn from the samples of each lesson by turns, yielding a report on *held* after each epoch.

    As with training.learn.learn, a stopped run goes on, and *start* is where a fresh one begins.
    """
    net = fresh(SHADE_MODEL, recipe)
    shown = {name: Shown.of(samples, name) for name, samples in train.items()}

    def inputs(epoch: int) -> Iterator[tuple[Tensor, ...]]:
        seed = recipe.seed * 1000 + epoch
        turns = [
            _varied(name, one, seed + number * 100_000, recipe.batch)
            for number, (name, one) in enumerate(shown.items())
        ]
        return (batch for together in zip(*turns, strict=True) for batch in together)

    def losses(epoch: int) -> Iterator[Tensor]:
        for crops, seat, table, strange in inputs(epoch):
            with recipe.precision():
                shade, names = net(crops).float().split(list(SHADE_MODEL.fields.values()), dim=1)
            yield loss_of(shade, seat, table) + _NAMES_WORTH * loss_of_names(names, seat, strange)

    if start is not None:
        begin(net, SHADE_MODEL, start, (crops for crops, *_ in itertools.islice(inputs(0), 16)))
    per_epoch = sum(len(one.table) for one in shown.values()) // recipe.batch
    for line in run(net, folder, recipe, per_epoch, losses):
        yield line | report(net, held)
    torch.save(net.state_dict(), folder / "weights.pt")


def _varied(name: str, shown: Shown, seed: int, batch: int) -> Iterator[tuple[Tensor, ...]]:
    """Yield batches of crops as the network takes them, whose they are, of which table, and which are strange."""
    vary = Vary(LESSONS[name].model, seed)
    for rows, table in batches(shown, np.random.default_rng(seed), batch):
        strange = vary.strangers(int(table[-1]) + 1)[table]
        crops = vary(shown.pictures[torch.from_numpy(rows)], strange, table)
        yield _small(crops), torch.from_numpy(shown.seat[rows]), torch.from_numpy(table), torch.from_numpy(strange)


def _small(crops: Tensor) -> Tensor:
    return torch.from_numpy(halved(crops.numpy())).contiguous(memory_format=torch.channels_last)


def report(net: CellNet, held: Mapping[str, Samples]) -> dict[str, float]:
    """Return for each lesson the shares of a seat's pairs of pieces that are parted, and of two seats' mixed up."""
    found = {}
    for name, samples in held.items():
        shown = Shown.of(samples, name)
        with torch.no_grad():
            shade = torch.cat(
                [
                    net(_small(shown.pictures[rows].float() / 255))[:, :SHADES]
                    for rows in torch.arange(len(shown.table)).split(256)
                ]
            )
        nats, same, counts, _ = pairs(shade, torch.from_numpy(shown.seat), torch.from_numpy(shown.table))
        found[f"{name}_parted"] = float((nats[counts & same] < 0).float().mean())
        found[f"{name}_mixed"] = float((nats[counts & ~same] > 0).float().mean())
    return found
