"""What the networks that read dice learn from: cuts of whole dice, upper faces and sides of d4, and how d4 lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from calibration.registration import Registration
from kits import tinker_tactics
from kits.kit import Kit
from kits.pieces import Die
from simulator.dice import lying
from simulator.render import render
from simulator.scene import Picture, Placed, Scene
from simulator.solids import turn
from training.covers import with_covers
from training.data import nudged, write_arrays
from training.dense import draw_dense_scene, draw_dice_scene
from training.pictures import SIZES, draw_printed_scene
from vision.dice import pose_labels
from vision.die_views import FaceViews, Lie, face_input, face_views, pose_views, reach_of, side_views, top_views
from vision.network import FACE_MODEL, FACES, FACES_MODEL, POSE_MODEL, SIDE_MODEL, TOP_MODEL, TOPS
from vision.views import Array, Image

DICE_LESSONS: Mapping[str, tuple[str, ...]] = {
    FACES_MODEL.name: (FACE_MODEL.name, TOP_MODEL.name, SIDE_MODEL.name),
    POSE_MODEL.name: (POSE_MODEL.name,),
}
"""Each network that reads dice, and its lessons."""
CROPS = {FACE_MODEL.name: 1, TOP_MODEL.name: 1, SIDE_MODEL.name: 3, POSE_MODEL.name: 1}
"""How many crops of a die each network looks at."""
_VISIBLE = 0.5
"""A die with less than this share in view teaches nothing."""
_LEAST_PX = 7.0
"""A d4 whose reach in the picture is smaller teaches nothing either."""
_GRAZING = 0.08
"""A side of a d4 is taught only if the cosine of its angle of view is at least this."""
_TIMES = 2
"""How many times each die is cut out of its picture."""
_ONLY_D4 = 0.7
"""How often all dice on a crowded table are d4, where the network learns how these lie."""


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """N dice, S crops of each: these (N, S, height, width, 3), their ``ramp`` (N, S, 3), which are ``seen`` (N, S).

    What is ``wanted`` (N, W) to be said of each die is a label, or the five numbers of a pose.
    """

    crops: npt.NDArray[np.uint8]
    ramp: npt.NDArray[np.float32]
    seen: npt.NDArray[np.bool_]
    wanted: npt.NDArray[np.float32]

    @classmethod
    def of(
        cls, image: Image, views: FaceViews, wanted: npt.NDArray[Any], seen: npt.NDArray[np.bool_] | None = None
    ) -> Cuts:
        """Return what *image* shows in *views*, as many of each die after another as its row of *seen* has."""
        crops = face_input(image, views)[..., :3]
        each = np.ones((len(wanted), 1), dtype=bool) if seen is None else seen
        return cls(
            crops.reshape(*each.shape, *crops.shape[1:]),
            views.ramp.reshape(*each.shape, 3).astype(np.float32),
            each,
            (wanted if wanted.ndim == 2 else wanted[:, None]).astype(np.float32),
        )

    @classmethod
    def joined(cls, parts: Sequence[Cuts]) -> Cuts:
        """Return the dice of all *parts*."""
        return cls(*(np.concatenate([getattr(part, f.name) for part in parts]) for f in fields(cls)))


@dataclass(frozen=True, slots=True, eq=False)
class Dice:
    """The dice of one picture: middles (N, 2) and reaches (N,) in mm, places (N,) in FACES.

    ``angles`` (N,) are those of the d4 as in ``Lie``, in radians; of the others 0.
    """

    image: Image
    registration: Registration
    centres: Array
    reaches: Array
    labels: npt.NDArray[np.int64]
    angles: Array

    @classmethod
    def of(cls, picture: Picture) -> Dice:
        """Return the dice of *picture* that show enough."""
        truth = picture.truth
        dice = [seen.placed for seen in truth.pieces if seen.visible >= _VISIBLE]
        plan = truth.registration.plan
        return cls(
            picture.image,
            truth.registration,
            np.array([np.add(plan.centre_mm(die.cell), die.offset_mm) for die in dice]).reshape(-1, 2),
            np.array([reach_of(int(die.kind)) * die.base_mm for die in dice]),
            np.array([FACES.index((int(die.kind), die.value)) for die in dice], dtype=np.int64),
            np.array([_angle(die) for die in dice], dtype=np.float64),
        )

    def d4(self) -> tuple[Lie, npt.NDArray[np.int64]]:
        """Return how the d4 that are large enough lie, and their values less 1."""
        chosen = np.array([FACES[label][0] == 4 for label in self.labels], dtype=bool)
        ends = self.centres + np.column_stack([self.reaches, np.zeros(len(chosen))])
        ways = self.registration.px_from_board(ends) - self.registration.px_from_board(self.centres)
        chosen &= np.linalg.norm(ways, axis=1) >= _LEAST_PX
        lie = Lie(self.centres[chosen], self.reaches[chosen] / reach_of(4), self.angles[chosen])
        return lie, self.labels[chosen] - FACES.index((4, 1))


def _angle(die: Placed) -> float:
    """Return the angle in radians of a corner of a d4 on the board, seen from the die's middle."""
    if die.kind != "4":
        return 0.0
    whole, _, _ = lying(Die(die.kind, 4, die.base_mm), die.base_mm, die.value, die.material)
    corners = whole.vertices @ turn(die.yaw_deg).T
    x, y, _ = corners[corners[:, 2].argmax()]
    return float(np.arctan2(y, x))


def whole_dice(dice: Dice, rng: np.random.Generator) -> Cuts:
    """Return all *dice*, not quite in the middle, and the place in FACES of what each shows."""
    count = len(dice.labels)
    centres, reaches = _wrong(dice.centres, dice.reaches, 0.09, 0.12, rng)
    seen = face_views(nudged(dice.registration, rng), centres, reaches, rng.normal(0, 0.25, count))
    return Cuts.of(dice.image, seen, dice.labels)


def upper_faces(dice: Dice, rng: np.random.Generator) -> Cuts:
    """Return the upper faces of d6 and d8 turned by any angle, and the place in TOPS of each."""
    place = np.array([TOPS.index(face) if face in TOPS else -1 for face in FACES])[dice.labels]
    chosen = np.flatnonzero(place >= 0)
    centres, reaches = _wrong(dice.centres[chosen], dice.reaches[chosen], 0.08, 0.09, rng)
    seen = top_views(nudged(dice.registration, rng), centres, reaches, rng.uniform(-np.pi, np.pi, len(chosen)))
    return Cuts.of(dice.image, seen, place[chosen])


def _wrong(centres: Array, reaches: Array, off: float, growth: float, rng: np.random.Generator) -> tuple[Array, Array]:
    """Return wrong places and sizes of dice, with standard deviations of *off* reaches and of *growth* in log size."""
    moved = centres + rng.normal(0, off, centres.shape) * reaches[:, None]
    return moved, reaches * np.exp(rng.normal(0, growth, len(reaches)))


def sides(dice: Dice, rng: np.random.Generator) -> Cuts:
    """Return the sides of d4, laid out as the network of poses might have them, and their values less 1."""
    true, values = dice.d4()
    count = len(values)
    wrong = np.where(rng.random(count) < 0.3, 2.0, 1.0)
    guess = Lie(
        true.centres_mm + rng.normal(0, 0.03, (count, 2)) * (wrong * true.edges_mm)[:, None],
        true.edges_mm * np.exp(rng.normal(0, 0.03, count) * wrong),
        true.angles + rng.normal(0, 0.05, count) * wrong,
    )
    seen, square = side_views(nudged(dice.registration, rng), guess)
    return Cuts.of(dice.image, seen, values, (square > _GRAZING).reshape(-1, CROPS[SIDE_MODEL.name]))


def poses(dice: Dice, rng: np.random.Generator) -> Cuts:
    """Return crops around where d4 might be thought to lie, and what is to be said of them."""
    true, _ = dice.d4()
    count = len(true.edges_mm)
    rough = np.where(rng.random(count) < 0.5, 1.0, 0.25)
    reaches = true.reaches_mm
    guess = Lie(
        true.centres_mm + rng.normal(0, 0.15, (count, 2)) * (rough * reaches)[:, None],
        true.edges_mm * np.exp(rng.normal(0, 0.1, count) * rough),
        true.angles,
    )
    turns = rng.uniform(-0.3, 0.3, count)
    place = nudged(dice.registration, rng)
    return Cuts.of(dice.image, pose_views(place, guess, turns), pose_labels(place, guess, true, turns))


_CUT = {FACE_MODEL.name: whole_dice, TOP_MODEL.name: upper_faces, SIDE_MODEL.name: sides, POSE_MODEL.name: poses}


@dataclass(frozen=True, slots=True, eq=False)
class DiceChunk:
    """The cuts of some pictures, by what they are taught for."""

    cuts: Mapping[str, Cuts]

    def save(self, path: Path) -> None:
        """Write to *path*, in one step."""
        arrays = {f"{name}.{f.name}": getattr(cuts, f.name) for name, cuts in self.cuts.items() for f in fields(Cuts)}
        write_arrays(path, arrays)

    @classmethod
    def load(cls, path: Path) -> DiceChunk:
        """Read what ``save`` wrote."""
        with np.load(path) as stored:
            names = dict.fromkeys(key.partition(".")[0] for key in stored.files)
            found: dict[str, dict[str, Any]] = {
                name: {f.name: stored[f"{name}.{f.name}"] for f in fields(Cuts)} for name in names
            }
        return cls({name: Cuts(**arrays) for name, arrays in found.items()})


def dice_chunk(lesson: str, seed: int, chunk: int, pictures: int, *, printed: float = 0.0) -> DiceChunk:
    """Return the cuts for *lesson* of this many *pictures*, the same for the same *seed* and *chunk*.

    The share *printed* of them is of the kit as it is printed.
    """
    found: dict[str, list[Cuts]] = {name: [] for name in DICE_LESSONS[lesson]}
    for index in range(pictures):
        rng = np.random.default_rng([seed, chunk, index])
        kit = tinker_tactics.kit(players=int(rng.choice([2, 4])))
        draw = draw_printed_scene if rng.random() < printed else _crowded_d4 if lesson == POSE_MODEL.name else _crowded
        dice = Dice.of(render(draw(rng, kit)))
        for name, parts in found.items():
            parts += [_CUT[name](dice, rng) for _ in range(_TIMES)]
    return DiceChunk({name: Cuts.joined(parts) for name, parts in found.items()})


def _crowded(rng: np.random.Generator, kit: Kit) -> Scene:
    return with_covers(rng, draw_dice_scene(rng, kit))


def _crowded_d4(rng: np.random.Generator, kit: Kit) -> Scene:
    if rng.random() >= _ONLY_D4:
        return _crowded(rng, kit)
    return with_covers(rng, draw_dense_scene(rng, replace(kit, stock={"4": 1}), SIZES[rng.integers(len(SIZES))]))
