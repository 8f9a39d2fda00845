"""Teaching the two networks that read d4: how the die lies, and what its sides say.

Both learn from the same tables as the network of faces.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from training.course import Recipe, run
from training.data import nudged
from training.faces import Table, as_tensor, cool, scores_at_once
from training.mixing import mixed
from training.model import CellNet
from training.start import begin, fresh
from training.vary import Vary
from vision.dice import reach_mm
from vision.network import FACES, POSE_MODEL, SIDE_MODEL, Model
from vision.tetrahedra import GRAZING, GROWTH, SHIFT, UNIT, Lie, pose_input, pose_labels, side_input

_TIMES = 2
_LEAST_PX = 7.0
"""A die whose reach is less in the picture teaches nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Crops (M, height, width, 4), of which die (N) each is, and what is to be said of the dice (N, …)."""

    crops: npt.NDArray[np.uint8]
    dice: npt.NDArray[np.int64]
    wanted: npt.NDArray[np.float32]
    """Of a pose the five numbers; of sides the value less 1."""

    def __len__(self) -> int:
        return len(self.wanted)

    @classmethod
    def joined(cls, parts: Sequence[Batch]) -> Batch:
        """Return one batch of the dice of all *parts*."""
        firsts = np.cumsum([0, *(len(part.wanted) for part in parts)])
        return cls(
            np.concatenate([part.crops for part in parts]),
            np.concatenate([part.dice + first for part, first in zip(parts, firsts, strict=False)]),
            np.concatenate([part.wanted for part in parts]),
        )

    def of(self, chosen: npt.NDArray[np.int64]) -> Batch:
        """Return the batch of the dice *chosen* alone."""
        place = np.full(len(self.wanted), -1)
        place[chosen] = np.arange(len(chosen))
        kept = place[self.dice] >= 0
        return Batch(self.crops[kept], place[self.dice[kept]], self.wanted[chosen])

    def scored(self, scores: Tensor) -> Tensor:
        """Return the sums (N, …) of the *scores* (M, …) of a die's crops."""
        return torch.zeros(len(self.wanted), scores.shape[1]).index_add(0, torch.from_numpy(self.dice), scores.float())


def d4_of(table: Table) -> tuple[Lie, npt.NDArray[np.int64]]:
    """Return how the d4 of *table* that are large enough lie, and their values less 1."""
    chosen = np.array([FACES[label][0] == 4 for label in table.labels], dtype=bool)
    ends = table.centres + np.column_stack([table.reaches, np.zeros(len(chosen))])
    px = np.linalg.norm(
        table.registration.px_from_board(ends) - table.registration.px_from_board(table.centres), axis=1
    )
    chosen &= px >= _LEAST_PX
    lie = Lie(table.centres[chosen], table.reaches[chosen] / reach_mm(UNIT), table.angles[chosen])
    return lie, table.labels[chosen] - FACES.index((4, 1))


def poses(table: Table, rng: np.random.Generator) -> Batch:
    """Return crops around where the d4 of *table* might be thought to lie, and what is to be said of them."""
    true, _ = d4_of(table)
    count = len(true.edges_mm)
    rough = np.where(rng.random(count) < 0.5, 1.0, 0.25)
    reaches = true.edges_mm * reach_mm(UNIT)
    guess = Lie(
        true.centres_mm + rng.normal(0, 0.15, (count, 2)) * (rough * reaches)[:, None],
        true.edges_mm * np.exp(rng.normal(0, 0.1, count) * rough),
        true.angles,
    )
    turns = rng.uniform(-0.3, 0.3, count)
    pose = nudged(table.registration, rng)
    wanted = pose_labels(pose, guess, true, turns).astype(np.float32)
    return Batch(pose_input(table.image(), pose, guess, turns), np.arange(count), wanted)


def sides(table: Table, rng: np.random.Generator) -> Batch:
    """Return the visible sides of the d4 of *table*, laid out as the first network might have them, and the values."""
    true, values = d4_of(table)
    count = len(values)
    wrong = np.where(rng.random(count) < 0.3, 2.0, 1.0)
    guess = Lie(
        true.centres_mm + rng.normal(0, 0.03, (count, 2)) * (wrong * true.edges_mm)[:, None],
        true.edges_mm * np.exp(rng.normal(0, 0.03, count) * wrong),
        true.angles + rng.normal(0, 0.05, count) * wrong,
    )
    crops, square = side_input(table.image(), nudged(table.registration, rng), guess)
    seen = square > GRAZING
    return Batch(crops[seen], np.repeat(np.arange(count), 3)[seen], values.astype(np.float32))


CUTS: dict[str, Callable[[Table, np.random.Generator], Batch]] = {POSE_MODEL.name: poses, SIDE_MODEL.name: sides}


def batches(model: Model, shown: Sequence[Table], rng: np.random.Generator, batch: int) -> Iterator[Batch]:
    """Yield the d4 of *shown* ``_TIMES`` times, mixed."""
    cut = CUTS[model.name]
    return mixed(lambda table: Batch.joined([cut(table, rng) for _ in range(_TIMES)]), shown, rng, batch)


def loss_of(model: Model, batch: Batch, scores: Tensor) -> Tensor:
    """Return the mean loss of the *scores* (M, outputs) of a batch's crops."""
    wanted = torch.from_numpy(batch.wanted)
    if model.name == POSE_MODEL.name:
        return functional.smooth_l1_loss(batch.scored(scores), wanted, beta=0.3)
    return functional.cross_entropy(batch.scored(scores), wanted.long(), label_smoothing=0.01)


def learn_d4(
    model: Model,
    shown: Sequence[Table],
    held: Sequence[Table],
    folder: Path,
    recipe: Recipe,
    *,
    start: Path | None = None,
) -> Iterator[dict[str, float]]:
    """Let one of the two networks learn from *shown*, yielding a report on *held* after each epoch.

    As with training.faces.learn_faces, a stopped run goes on, and *start* is where a fresh one begins.
    """
    net = fresh(model, recipe)
    if start is not None:
        few = itertools.islice(batches(model, shown, np.random.default_rng(recipe.seed), recipe.batch), 8)
        begin(net, model, start, (as_tensor(batch.crops).float() / 255 for batch in few))
    per_epoch = _TIMES * sum(len(d4_of(table)[1]) for table in shown) // recipe.batch

    def losses(epoch: int) -> Iterator[Tensor]:
        vary = Vary(model, recipe.seed * 1000 + epoch, still=model.name == POSE_MODEL.name)
        for batch in batches(model, shown, np.random.default_rng([recipe.seed, epoch]), recipe.batch):
            with recipe.precision():
                scores = net(vary(as_tensor(batch.crops), vary.strangers(len(batch.crops))))
            yield loss_of(model, batch, scores)

    for line in run(net, folder, recipe, per_epoch, losses):
        yield line | report_d4(model, net, held)
    if model.name == SIDE_MODEL.name:
        cool(net, *scores_of(net, _all(model, held)))
    torch.save(net.state_dict(), folder / "weights.pt")


def report_d4(model: Model, net: CellNet, held: Sequence[Table]) -> dict[str, float]:
    """Return how far off a pose is on the average, in degrees and shares of a reach or a size, or how many values."""
    scores, wanted = scores_of(net, _all(model, held))
    if model.name == SIDE_MODEL.name:
        return {
            "value_wrong": float((scores.argmax(1) != wanted).float().mean()),
            "nats": float(functional.cross_entropy(scores, wanted.long())),
        }
    turned = torch.atan2(scores[:, 1], scores[:, 0]) - torch.atan2(wanted[:, 1], wanted[:, 0])
    off = (scores - wanted).abs().mean(0)
    return {
        "degrees": float(torch.rad2deg(torch.remainder(turned + torch.pi, 2 * torch.pi) - torch.pi).abs().mean() / 3),
        "shift": SHIFT * float(off[2:4].mean()),
        "growth": GROWTH * float(off[4]),
    }


def scores_of(net: CellNet, dice: Batch) -> tuple[Tensor, Tensor]:
    """Return the network's scores of *dice* and what was wanted."""
    return dice.scored(scores_at_once(net, dice.crops)), torch.from_numpy(dice.wanted)


def _all(model: Model, held: Sequence[Table]) -> Batch:
    rng = np.random.default_rng(0)
    return Batch.joined([CUTS[model.name](table, rng) for table in held])
