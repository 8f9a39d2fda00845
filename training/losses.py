"""What the networks are taught to say (torch).

The shares of the training set are added to the scores before the loss, so what a
network learns is likelihood; only the fields of ``WEIGHED`` keep them.
Rows carry a label for each field; −1 where a field says nothing about a row, as the
colour of an empty cell.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Protocol

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from kits.tink import KIT
from training.subjects import NOTHING
from vision.network import PRESENCE, RATIOS, SHADE, Model

PITCHES_MM = np.geomspace(29.0, 61.0, 24)
"""The chessboard pitches that the loss of pyramids sums over; those of other boards are in proportion."""
WEIGHED = ("across", "down", "reach")
"""Fields whose scores include the shares of the training set, as log-probabilities, where no caller knows better."""


ONE_SEAT_NATS = 6.0
"""Log odds, in nats, that two pieces that look exactly alike belong to one seat."""
_BARE_WORTH = 0.3
"""Weight of the pairs of a piece and a bare cell in the loss; pairs of two pieces have weight 1."""
_SOFTENED = 4.0
"""Scores that are to stay as they were are divided by this."""


class Loss(Protocol):
    """A loss in parts, each with the columns of the output that it depends on."""

    columns: tuple[tuple[int, ...], ...]

    def parts(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> tuple[Tensor, ...]:
        """Return the mean losses for *scores* (N, outputs), *labels* (N, fields) and *log_pitch* (N,)."""
        ...

    def presence(self, scores: Tensor, labels: Tensor) -> Tensor:
        """Return the loss (N,) of the first field."""
        ...

    def report(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> dict[str, float]:
        """Return shares of errors and losses by name."""
        ...


class FieldLoss:
    """The cross entropy of every field of *model* by itself."""

    def __init__(self, model: Model, labels: Tensor, weight: Tensor | None = None) -> None:
        self.fields = model.fields
        ends = np.cumsum([0, *model.fields.values()])
        self.columns = tuple(tuple(range(a, b)) for a, b in itertools.pairwise(ends))
        self.shares = [
            torch.zeros(width, device=labels.device)
            if name in WEIGHED
            else log_shares(labels[:, number], width, weight)
            for number, (name, width) in enumerate(model.fields.items())
        ]

    def parts(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> tuple[Tensor, ...]:  # noqa: ARG002 - as in Loss
        """Return the mean loss of each field; *log_pitch* plays no part."""
        return tuple(
            mean_loss(
                scores[:, columns[0] : columns[-1] + 1] + self.shares[number],
                labels[:, number],
                smooth=0.0 if number == 0 else 0.01,
            )
            for number, columns in enumerate(self.columns)
        )

    def presence(self, scores: Tensor, labels: Tensor) -> Tensor:
        """Return the loss (N,) of the first field."""
        first = scores[:, : len(self.shares[0])] + self.shares[0]
        return functional.cross_entropy(first, labels[:, 0], ignore_index=NOTHING, reduction="none")

    def report(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> dict[str, float]:
        """Return each field's share of errors and its loss."""
        found = {}
        losses = self.parts(scores, labels, log_pitch)
        for number, (name, columns) in enumerate(zip(self.fields, self.columns, strict=True)):
            told = labels[:, number] >= 0
            field = scores[told, columns[0] : columns[-1] + 1] + self.shares[number]
            found[f"{name}_wrong"] = float((field.argmax(1) != labels[told, number]).float().mean())
            found[f"{name}_nats"] = float(losses[number])
        return found


class PyramidLoss(FieldLoss):
    """Presence and colour by themselves, and (kind, pitch) together.

    Kind and pitch cannot be told apart by size alone, so they are learned as one
    variable: the score of (kind, pitch) is the ratio score at base / pitch plus the pips
    score of the kind. Labels are presence, colour, kind.
    """

    def __init__(self, model: Model, labels: Tensor, log_pitch: Tensor, weight: Tensor | None = None) -> None:
        told = Model(model.name, {"presence": 3, "colour": model.fields["colour"], "kind": 3})
        super().__init__(told, labels, weight)
        ends = np.cumsum([0, *model.fields.values()])
        first, second, third, last = (tuple(range(a, b)) for a, b in itertools.pairwise(ends))
        self.columns = (first, second, (*third, *last))
        self.ratio, self.pips = slice(third[0], third[-1] + 1), slice(last[0], last[-1] + 1)
        device = labels.device
        self.log_pitches = torch.from_numpy(np.log(PITCHES_MM * model.cells).astype(np.float32)).to(device)
        logs = log_pitch[labels[:, 0] == PRESENCE.index("piece")]
        near = torch.exp(-0.5 * ((self.log_pitches[:, None] - logs[None, :]) / 0.04) ** 2).sum(1) + 1.0
        self.pitch = (near / near.sum()).log()
        bases = np.array([KIT.pyramids[letter].base_mm for letter in "sml"])
        place = np.interp(
            np.log(bases[:, None] / PITCHES_MM[None, :]), np.log(RATIOS), np.arange(len(RATIOS), dtype=np.float64)
        )
        low = np.clip(np.floor(place).astype(np.int64), 0, len(RATIOS) - 2)
        self.low = torch.from_numpy(low).to(device)
        self.part = torch.from_numpy((place - low).astype(np.float32)).to(device)

    def parts(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> tuple[Tensor, ...]:
        """Return the three mean losses."""
        colour = scores[:, self.columns[1][0] : self.columns[1][-1] + 1]
        first = mean_loss(scores[:, :3] + self.shares[0], labels[:, 0])
        second = mean_loss(colour + self.shares[1], labels[:, 1], smooth=0.01)
        joint = self.joint(scores) + self.shares[2][None, :, None] + self.pitch
        log_joint = joint.flatten(1).log_softmax(1).view_as(joint)
        near = torch.exp(-0.5 * ((self.log_pitches[None] - log_pitch[:, None]) / 0.025) ** 2)
        near = near / near.sum(1, keepdim=True).clamp(min=1e-12)
        kind = labels[:, 2].clamp(min=0)
        own = log_joint.gather(1, kind[:, None, None].expand(-1, 1, joint.shape[2])).squeeze(1)
        piece = (labels[:, 2] >= 0).float()
        return first, second, -(piece * (near * own).sum(1)).sum() / piece.sum().clamp(min=1)

    def joint(self, scores: Tensor) -> Tensor:
        """Return the scores (N, 3, pitches) of kind and pitch."""
        ratio, pips = scores[:, self.ratio], scores[:, self.pips]
        low = ratio[:, self.low.flatten()].view(-1, *self.low.shape)
        high = ratio[:, self.low.flatten() + 1].view(-1, *self.low.shape)
        return low * (1 - self.part) + high * self.part + pips[:, :, None]

    def report(self, scores: Tensor, labels: Tensor, log_pitch: Tensor) -> dict[str, float]:
        """Return shares of errors, of the kind with the pitch known, and losses."""
        piece = labels[:, 2] >= 0
        losses = self.parts(scores, labels, log_pitch)
        nearest = (self.log_pitches[None] - log_pitch[piece, None]).abs().argmin(1)
        kinds = self.joint(scores[piece]).gather(2, nearest[:, None, None].expand(-1, 3, 1)).squeeze(2)
        colour = scores[piece, self.columns[1][0] : self.columns[1][-1] + 1]
        return {
            "presence_wrong": float(((scores[:, :3] + self.shares[0]).argmax(1) != labels[:, 0]).float().mean()),
            "colour_wrong": float((colour.argmax(1) != labels[piece, 1]).float().mean()),
            "kind_wrong": float((kinds.argmax(1) != labels[piece, 2]).float().mean()),
            "presence_nats": float(losses[0]),
            "colour_nats": float(losses[1]),
            "kind_nats": float(losses[2]),
        }


def mean_loss(scores: Tensor, labels: Tensor, *, smooth: float = 0.0) -> Tensor:
    """Return the mean cross entropy of *scores* (N, width) where *labels* (N,) tell anything; 0 where none does."""
    total = functional.cross_entropy(scores, labels, label_smoothing=smooth, ignore_index=-1, reduction="sum")
    return total / (labels >= 0).sum().clamp(min=1)


def moved_nats(fields: Mapping[str, int], scores: Tensor, before: Tensor) -> Tensor:
    """Return how far (N,) *scores* (N, outputs) of *fields* are from those *before*, in nats.

    Both are softened, or nobody would see how sure they were (Hinton, Vinyals and Dean, "Distilling the knowledge in a
    neural network", 2015). Of shades, which are places, it is half the square of their distance: see ``pairs``.
    """
    total = scores.new_zeros(len(scores))
    widths = list(fields.values())
    for name, said, meant in zip(fields, scores.split(widths, dim=1), before.split(widths, dim=1), strict=True):
        if name == SHADE:
            total = total + 0.5 * (said - meant).square().sum(1)
        else:
            soft, target = ((one / _SOFTENED).log_softmax(1) for one in (said, meant))
            away = functional.kl_div(soft, target, reduction="none", log_target=True)
            total = total + _SOFTENED**2 * away.sum(1)
    return total


def log_shares(labels: Tensor, width: int, weight: Tensor | None = None) -> Tensor:
    """Return the logarithm of each label's share among those that are told, none of them 0.

    A crop counts as much as its *weight* (N,), by default as much as any.
    """
    told = labels >= 0
    counts = torch.bincount(labels[told], None if weight is None else weight[told].double(), minlength=width) + 1
    return (counts.float() / counts.sum()).log()


def unnamed(model: Model, labels: Tensor, strange: npt.NDArray[np.bool_]) -> Tensor:
    """Return *labels* (N, fields) for *model* without the colours' names of what is shown in *strange* (N,) colours."""
    found = labels.clone()
    if "colour" in model.fields:
        odd = torch.from_numpy(strange).to(labels.device)
        found[odd, list(model.fields).index("colour")] = NOTHING
    return found


def seats_loss(shade: Tensor, seat: Tensor, table: Tensor) -> Tensor:
    """Return how badly *shade* (N, dimensions) tells pieces of one *seat* (N,) from all else on their *table* (N,).

    It is a logistic model of the distance between two pieces (after Chopra, Hadsell and LeCun, "Learning a similarity
    metric discriminatively", 2005).
    """
    nats, same, counts, bare = pairs(shade, seat, table)
    wrong = functional.binary_cross_entropy_with_logits(nats, same.float(), reduction="none")
    seats, bare_cells = ((wrong * kind).sum() / kind.sum().clamp(min=1) for kind in (counts, bare))
    return seats + _BARE_WORTH * bare_cells


def pairs(shade: Tensor, seat: Tensor, table: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return for all pairs (N, N) what speaks for one seat, whether it is, and which pairs are of pieces, or of one."""
    nats = ONE_SEAT_NATS - 0.5 * (shade[:, None] - shade[None]).square().sum(dim=2)
    piece = seat >= 0
    here = (table[:, None] == table[None]).triu(diagonal=1)
    return nats, seat[:, None] == seat[None], here & piece[:, None] & piece[None], here & (piece[:, None] ^ piece[None])
