"""Teaching the two networks that read upper faces: whole pictures are kept, and cut anew in every epoch.

So no die is seen twice in the same way: each time it is turned a little otherwise, and
its place and size are as far off as those that the first network finds.
"""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from calibration.registration import Registration
from kits import tinker_tactics
from kits.pieces import Die
from simulator.dice import lying
from simulator.render import render
from simulator.scene import Picture, Placed
from simulator.solids import turn
from training.course import Recipe, run
from training.data import nudged
from training.dense import draw_dice_scene
from training.losses import log_shares
from training.mixing import mixed
from training.model import CellNet
from training.start import begin, fresh
from training.vary import Vary
from vision.dice import FaceViews, face_input, face_views, reach_mm, top_views
from vision.network import FACE_MODEL, FACES, TOP_MODEL, TOPS, Model
from vision.views import Array

_QUALITY = 97
_VISIBLE = 0.5
"""A die of which less is seen teaches nothing."""
_TIMES = 2
"""So often each die is cut out each time that its picture is decoded."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A picture as JPEG, its true pose, and its dice: middles (N, 2) and reaches (N,) in mm, places in FACES.

    ``angles`` (N,) are those of the d4 as in vision.tetrahedra, in radians; of the others 0.
    """

    jpeg: bytes
    registration: Registration
    centres: npt.NDArray[np.float64]
    reaches: npt.NDArray[np.float64]
    labels: npt.NDArray[np.int64]
    angles: npt.NDArray[np.float64]

    def image(self) -> npt.NDArray[np.uint8]:
        """Return the picture, BGR."""
        coded = np.frombuffer(self.jpeg, dtype=np.uint8)
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)


def table_of(picture: Picture) -> Table:
    """Return what is learned from *picture*."""
    truth = picture.truth
    dice = [seen.placed for seen in truth.pieces if seen.visible >= _VISIBLE]
    plan = truth.registration.plan
    return Table(
        cv2.imencode(".jpg", picture.image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1].tobytes(),
        truth.registration,
        np.array([np.add(plan.centre_mm(die.cell), die.offset_mm) for die in dice]).reshape(-1, 2),
        np.array([reach_mm(Die(die.kind, int(die.kind), die.base_mm)) for die in dice]),  # type: ignore[arg-type]
        np.array([FACES.index((int(die.kind), die.value)) for die in dice], dtype=np.int64),
        np.array([_angle(die) for die in dice], dtype=np.float64),
    )


def _angle(die: Placed) -> float:
    """Return the angle in radians at which a corner of a d4 on the board lies, seen from the die's middle."""
    if die.kind != "4":
        return 0.0
    whole, _, _ = lying(Die(die.kind, 4, die.base_mm), die.base_mm, die.value, die.material)
    corners = whole.vertices @ turn(die.yaw_deg).T
    x, y, _ = corners[corners[:, 2].argmax()]
    return float(np.arctan2(y, x))


def tables(folder: Path, seed: int, count: int, per_chunk: int) -> list[Table]:
    """Return *count* chunks of tables of *seed*, made where they are not yet in *folder*."""
    found: list[Table] = []
    for chunk in range(count):
        path = folder / f"tables-{seed}-{chunk:04d}.pickle"
        if not path.exists():
            draft = path.with_suffix(".part")
            draft.write_bytes(pickle.dumps([_drawn(np.random.default_rng([seed, chunk, i])) for i in range(per_chunk)]))
            draft.replace(path)
            print(f"{path.name} of {count} chunks", flush=True)
        found += pickle.loads(path.read_bytes())
    return found


def _drawn(rng: np.random.Generator) -> Table:
    kit = tinker_tactics.kit(players=int(rng.choice([2, 4])))
    return table_of(render(draw_dice_scene(rng, kit)))


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one of the two networks that read upper faces is shown, and what it may say."""

    model: Model
    faces: Sequence[tuple[int, int]]
    """What its scores stand for; dice that show none of these are left out."""
    views: Callable[[Registration, Array, Array, Array], FaceViews]
    shift: float
    """How far beside its middle a die is cut out, in reaches, and how wrong its size is: spreads."""
    growth: float
    turn: Callable[[np.random.Generator, int], Array]
    """How the crops of so many dice are turned, in radians."""

    def taught(self, table: Table) -> npt.NDArray[np.int64]:
        """Return (N,) the place in ``faces`` of what each die of *table* shows, −1 where it is none of them."""
        place = np.array([self.faces.index(face) if face in self.faces else -1 for face in FACES])
        return np.asarray(place[table.labels], dtype=np.int64)


LESSONS = {
    lesson.model.name: lesson
    for lesson in (
        Lesson(FACE_MODEL, FACES, face_views, 0.09, 0.12, lambda rng, count: rng.normal(0, 0.25, count)),
        Lesson(TOP_MODEL, TOPS, top_views, 0.08, 0.09, lambda rng, count: rng.uniform(-np.pi, np.pi, count)),
    )
}


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """Crops (N, height, width, 4) of dice, and the place (N,) in a lesson's ``faces`` of what each shows."""

    crops: npt.NDArray[np.uint8]
    labels: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.labels)

    @classmethod
    def joined(cls, parts: Sequence[Cuts]) -> Cuts:
        """Return the dice of all *parts*."""
        return cls(np.concatenate([part.crops for part in parts]), np.concatenate([part.labels for part in parts]))

    def of(self, chosen: npt.NDArray[np.int64]) -> Cuts:
        """Return the dice *chosen* alone."""
        return Cuts(self.crops[chosen], self.labels[chosen])


def cuts(lesson: Lesson, table: Table, rng: np.random.Generator, times: int = 1) -> Cuts:
    """Return the dice of *table*, all once, then all again, so many *times*.

    They are turned at random and not quite in the middle.
    """
    labels = lesson.taught(table)
    shown = np.flatnonzero(labels >= 0)
    count = times * len(shown)
    centres, reaches = np.tile(table.centres[shown], (times, 1)), np.tile(table.reaches[shown], times)
    off = rng.normal(0, lesson.shift, (count, 2)) * reaches[:, None]
    wrong = np.exp(rng.normal(0, lesson.growth, count))
    pose = nudged(table.registration, rng)
    seen = lesson.views(pose, centres + off, reaches * wrong, lesson.turn(rng, count))
    return Cuts(face_input(table.image(), seen), np.tile(labels[shown], times))


def batches(lesson: Lesson, shown: Sequence[Table], rng: np.random.Generator, batch: int) -> Iterator[Cuts]:
    """Yield the dice of *shown* tables ``_TIMES`` times, mixed."""
    return mixed(lambda table: cuts(lesson, table, rng, _TIMES), shown, rng, batch)


def learn_faces(
    lesson: Lesson,
    shown: Sequence[Table],
    held: Sequence[Table],
    folder: Path,
    recipe: Recipe,
    *,
    start: Path | None = None,
) -> Iterator[dict[str, float]]:
    """Learn from *shown*, yielding a report on *held* after each epoch; the last weights lie in *folder*.

    A stopped run goes on after the last whole epoch. A fresh one begins with the weights
    in *start*, where given: an earlier run's, or a shipped network's.
    """
    net = fresh(lesson.model, recipe)
    shown = [table for table in shown if (lesson.taught(table) >= 0).any()]
    if start is not None:
        few = itertools.islice(batches(lesson, shown, np.random.default_rng(recipe.seed), recipe.batch), 8)
        begin(net, lesson.model, start, (as_tensor(batch.crops).float() / 255 for batch in few))
    labels = np.concatenate([lesson.taught(table) for table in shown])
    shares = log_shares(torch.from_numpy(labels), len(lesson.faces))
    per_epoch = _TIMES * int((labels >= 0).sum()) // recipe.batch

    def losses(epoch: int) -> Iterator[torch.Tensor]:
        vary = Vary(lesson.model, recipe.seed * 1000 + epoch)
        for dice in batches(lesson, shown, np.random.default_rng([recipe.seed, epoch]), recipe.batch):
            with recipe.precision():
                scores = net(vary(as_tensor(dice.crops), vary.strangers(len(dice))))
            yield functional.cross_entropy(scores.float() + shares, torch.from_numpy(dice.labels), label_smoothing=0.01)

    for line in run(net, folder, recipe, per_epoch, losses):
        yield line | report(lesson, net, held)
    cool(net, *scores_of(lesson, net, held))
    torch.save(net.state_dict(), folder / "weights.pt")


def scores_of(lesson: Lesson, net: CellNet, held: Sequence[Table]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the network's scores of all dice of *held*, each seen once, and the labels."""
    rng = np.random.default_rng(0)
    dice = Cuts.joined([cuts(lesson, table, rng) for table in held if (lesson.taught(table) >= 0).any()])
    return scores_at_once(net, dice.crops), torch.from_numpy(dice.labels)


def report(lesson: Lesson, net: CellNet, held: Sequence[Table]) -> dict[str, float]:
    """Return the shares of faces read wrong, each seen once, and of values where the kind is known."""
    scores, labels = scores_of(lesson, net, held)
    kinds = torch.tensor([kind for kind, _ in lesson.faces])
    known = torch.where(kinds[None] == kinds[labels][:, None], scores, torch.tensor(-torch.inf))
    found = {
        "face_wrong": float((scores.argmax(1) != labels).float().mean()),
        "value_wrong": float((known.argmax(1) != labels).float().mean()),
        "nats": float(functional.cross_entropy(scores, labels)),
    }
    for kind in sorted({number for number, _ in lesson.faces}):
        of_kind = kinds[labels] == kind
        found[f"d{kind}_wrong"] = float((known.argmax(1) != labels)[of_kind].float().mean())
    return found


def as_tensor(crops: npt.NDArray[np.uint8]) -> torch.Tensor:
    """Return crops (N, height, width, 4) as (N, 4, height, width)."""
    return torch.from_numpy(crops).permute(0, 3, 1, 2)


def scores_at_once(net: CellNet, crops: npt.NDArray[np.uint8], batch: int = 256) -> torch.Tensor:
    """Return the network's scores (N, outputs) of *crops* (N, height, width, 4), *batch* at a time."""
    x = as_tensor(crops)
    with torch.no_grad():
        return torch.cat([net(x[at : at + batch].float() / 255) for at in range(0, len(x), batch)])


def cool(net: CellNet, scores: torch.Tensor, labels: torch.Tensor) -> float:
    """Divide the output layer of *net* by the temperature at which *scores* fit *labels* best; return it."""
    temperatures = [float(t) for t in np.geomspace(0.6, 3.0, 40)]
    best = min(temperatures, key=lambda t: float(functional.cross_entropy(scores / t, labels.long())))
    with torch.no_grad():
        net.out.weight /= best
        net.out.bias /= best
    return best
