"""``python -m training.dice NETWORK FOLDER``: teach a network that reads dice, from nothing, as pictures come.

``faces`` tells what whole dice, upper faces and the sides of d4 show, ``d4_pose`` how d4 lie.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from training.course import Recipe
from training.dice_crops import CROPS, DICE_LESSONS, Cuts, DiceChunk
from training.drawing import PER_CHUNK, Painters
from training.losses import log_shares
from training.model import CellNet
from training.networks import OfModel
from training.online import TEMPERATURES, Lessons, Pace, asked_for, cool_rows, painters_for, taught
from training.vary import Vary
from vision.dice import GROWTH, SHIFT
from vision.network import (
    DICE,
    FACE_MODEL,
    FACES,
    FACES_MODEL,
    POSE_MODEL,
    SIDE_MODEL,
    TOP_MODEL,
    TOPS,
    Model,
    columns_of,
)

_SHARE = {FACE_MODEL.name: 1.0, TOP_MODEL.name: 0.7, SIDE_MODEL.name: 0.4, POSE_MODEL.name: 1.0}
"""Room for each kind of crop, and its part of a step, relative to whole dice."""
_PARTS: Mapping[str, Model] = {model.name: model for model in (FACE_MODEL, TOP_MODEL, SIDE_MODEL, POSE_MODEL)}
_SHOWN = {
    FACE_MODEL.name: FACES,
    TOP_MODEL.name: TOPS,
    SIDE_MODEL.name: tuple((4, value) for value in range(1, 5)),
}
"""The (faces, value) that each label stands for, by network."""
_CLOSE = 0.3
"""Errors of a pose below this cost their square."""


class DiceOf:
    """Dice of one kind of cut on a device, as many as there is *room* for."""

    def __init__(self, name: str, device: str, room: int) -> None:
        self.name, self.model = name, _PARTS[name]
        height, width = self.model.frame.height, self.model.frame.width
        self.device = torch.device(device)
        self.crops = torch.empty((room, CROPS[name], height, width, 3), dtype=torch.uint8, device=self.device)
        self.ramp = torch.empty((room, CROPS[name], 3), device=self.device)
        self.seen = torch.empty((room, CROPS[name]), dtype=torch.bool, device=self.device)
        outputs = self.model.outputs if self.is_pose else 1
        self.wanted = torch.empty((room, outputs), device=self.device)
        self.shares = torch.zeros(self.model.outputs, device=self.device)
        self.count = 0
        y, x = np.mgrid[0:height, 0:width].astype(np.float32)
        foot = self.model.frame.foot
        self.at = torch.from_numpy(np.stack([np.ones_like(x), x - foot[0], y - foot[1]])).to(self.device)

    def __len__(self) -> int:
        return self.count

    @property
    def is_pose(self) -> bool:
        """Whether numbers are asked for, and no label."""
        return self.name == POSE_MODEL.name

    def add(self, cuts: Cuts) -> bool:
        """Take in *cuts*; False, and nothing is, where there is no room for all."""
        rows = slice(self.count, self.count + len(cuts.wanted))
        if rows.stop > len(self.crops):
            return False
        for place, values in (
            (self.crops, cuts.crops), (self.ramp, cuts.ramp), (self.seen, cuts.seen), (self.wanted, cuts.wanted),
        ):  # fmt: skip
            place[rows] = torch.from_numpy(values).to(self.device)
        self.count = rows.stop
        return True

    def join(self) -> None:
        """Count what came in."""
        if not self.is_pose and self.count:
            self.shares = log_shares(self.wanted[: self.count, 0].long(), self.model.outputs)

    def pictures_of(self, chosen: Tensor) -> tuple[Tensor, Tensor]:
        """Return the crops (S N, 4, H, W) in 0…255 of the dice *chosen* (N,), and which die each is of."""
        each = self.seen.shape[1]
        die = torch.arange(len(chosen), device=self.device).repeat_interleave(each)
        ramp = torch.einsum("mk,khw->mhw", self.ramp[chosen].flatten(0, 1), self.at)
        levels = torch.round(255 * ramp).clamp(0, 255).to(torch.uint8)
        return torch.cat([self.crops[chosen].flatten(0, 1).permute(0, 3, 1, 2), levels[:, None]], dim=1), die

    def said(self, scores: Tensor, chosen: Tensor) -> Tensor:
        """Return what the *scores* (S N, outputs of the network) of the crops seen say of the dice *chosen* (N,)."""
        own = scores[:, columns_of(self.model)]
        return (own.unflatten(0, self.seen[chosen].shape) * self.seen[chosen][..., None]).sum(dim=1)

    def loss(self, said: Tensor, chosen: Tensor, shares: Tensor) -> Tensor:
        """Return the mean loss of what is *said* (N, outputs) of the dice *chosen*, whose labels have such *shares*."""
        wanted = self.wanted[chosen]
        if self.is_pose:
            return functional.smooth_l1_loss(said, wanted, beta=_CLOSE)
        return functional.cross_entropy(said + shares, wanted[:, 0].long(), label_smoothing=0.01)


class DiceStore:
    """All cuts of one lesson; its length is the number of the dice of its first part."""

    def __init__(self, lesson: str, device: str, room: int) -> None:
        self.parts = [DiceOf(name, device, int(_SHARE[name] * room)) for name in DICE_LESSONS[lesson]]
        self.pictures = 0

    def __len__(self) -> int:
        return len(self.parts[0])

    def add(self, chunk: DiceChunk) -> bool:
        """Take in *chunk*, as much of it as there is room for; False where there is none."""
        taken = [part.add(chunk.cuts[part.name]) for part in self.parts]
        self.pictures += PER_CHUNK
        return any(taken)

    def join(self) -> None:
        """Count what came in."""
        for part in self.parts:
            part.join()


class DiceLessons(Lessons):
    """What a network that reads dice is taught."""

    def __init__(self, model: Model, painters: Painters, pace: Pace, device: str) -> None:
        self.model = model
        super().__init__(OfModel(model), painters, pace, device)
        self.vary = Vary(model, pace.seed, still=model is POSE_MODEL, device=device)
        self.chance = torch.Generator(device).manual_seed(pace.seed)

    def store(self, name: str) -> DiceStore:
        """Return what is to hold the dice of the lesson *name*."""
        return DiceStore(name, self.device, self.pace.room)

    def read(self, name: str, path: Path, number: int) -> DiceChunk:  # noqa: ARG002 - as in Lessons
        """Return what is in the file *path*."""
        return DiceChunk.load(path)

    def loss(self, net: CellNet, recipe: Recipe) -> Tensor:
        """Return the loss of a step: a batch of each part."""
        seen, asked = self._batch()
        with recipe.precision():
            scores = net(seen).float()
        said = scores.split([len(die) for _, _, die in asked])
        return torch.stack(
            [
                part.loss(part.said(some, chosen), chosen, part.shares)
                for (part, chosen, _), some in zip(asked, said, strict=True)
            ]
        ).sum()

    def _batch(self) -> tuple[Tensor, list[tuple[DiceOf, Tensor, Tensor]]]:
        """Return the pictures of a step and, in the same order, the dice and parts that they show."""
        asked, raw, tables, first = [], [], [], 0
        for part in self.shown[self.model.name].parts:
            count = int(self.pace.batch * _SHARE[part.name])
            chosen = torch.randint(len(part), (count,), generator=self.chance, device=self.device)
            pictures, die = part.pictures_of(chosen)
            asked.append((part, chosen, die))
            raw.append(pictures)
            tables.append(first + die.cpu().numpy())
            first += count
        table = np.concatenate(tables)
        return self.vary(torch.cat(raw), self.vary.strangers(first)[table], table), asked


class HeldDice:
    """What was held back, to report on and to set temperatures by."""

    def __init__(self, lesson: str, paths: Sequence[Path], device: str) -> None:
        chunks = [DiceChunk.load(path) for path in paths]
        self.parts = []
        for name in DICE_LESSONS[lesson]:
            cuts = Cuts.joined([chunk.cuts[name] for chunk in chunks])
            part = DiceOf(name, device, len(cuts.wanted))
            part.add(cuts)
            self.parts.append(part)

    def said(self, part: DiceOf, net: CellNet, batch: int = 512) -> Tensor:
        """Return what *net* says (N, outputs) of all dice of *part*."""
        found = []
        with torch.no_grad():
            for chosen in torch.arange(len(part), device=part.device).split(batch):
                pictures, _ = part.pictures_of(chosen)
                x = (pictures.float() / 255).contiguous(memory_format=torch.channels_last)
                found.append(part.said(net(x).float(), chosen))
        return torch.cat(found)

    def report(self, net: CellNet) -> dict[str, float]:
        """Return the shares of values told wrongly where the kind is known, by kind, or how far off poses are."""
        found: dict[str, float] = {}
        for part in self.parts:
            said, wanted = self.said(part, net), part.wanted[: len(part)]
            if part.is_pose:
                found |= _pose_report(said, wanted)
                continue
            labels = wanted[:, 0].long()
            kinds = torch.tensor([kind for kind, _ in _SHOWN[part.name]], device=said.device)
            known = said.masked_fill(kinds[None] != kinds[labels][:, None], -torch.inf).argmax(1)
            for kind in DICE:
                of_kind = kinds[labels] == kind
                if of_kind.any():
                    found[f"{part.name}.d{kind}_wrong"] = float((known != labels)[of_kind].float().mean())
            found[f"{part.name}.wrong"] = float((said.argmax(1) != labels).float().mean())
            found[f"{part.name}.nats"] = float(functional.cross_entropy(said, labels))
        return found

    def cool(self, net: CellNet) -> None:
        """Divide the output layer of *net*, part by part, by the temperature that fits what was held back best."""
        for part in self.parts:
            if not part.is_pose:
                said, labels = self.said(part, net), part.wanted[: len(part), 0].long()
                best = min(TEMPERATURES, key=lambda t: float(functional.cross_entropy(said / t, labels)))
                cool_rows(net, columns_of(part.model), best)


def _pose_report(said: Tensor, wanted: Tensor) -> dict[str, float]:
    """Return the average errors of poses, in degrees and as shares of a reach and of a size."""
    turned = torch.atan2(said[:, 1], said[:, 0]) - torch.atan2(wanted[:, 1], wanted[:, 0])
    off = (said - wanted).abs().mean(0)
    return {
        "degrees": float(torch.rad2deg(torch.remainder(turned + torch.pi, 2 * torch.pi) - torch.pi).abs().mean() / 3),
        "shift": SHIFT * float(off[2:4].mean()),
        "growth": GROWTH * float(off[4]),
    }


TAUGHT = {model.name: model for model in (FACES_MODEL, POSE_MODEL)}


def main(words: Sequence[str] | None = None) -> None:
    """Teach the network that is asked for."""
    asked = asked_for(TAUGHT, __doc__, words)
    model = TAUGHT[asked.network]
    with painters_for(asked, [model.name]) as painters:
        taught(
            DiceLessons(model, painters, asked.pace, asked.device),
            lambda paths: HeldDice(model.name, paths[model.name], asked.device),
            asked.out,
        )


if __name__ == "__main__":
    main()
