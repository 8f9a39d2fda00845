"""The lessons of the networks that look at cells: which pictures each is taught with, and how often."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

import numpy as np

from kits.kit import Kit
from simulator.scene import Scene
from training.covers import with_covers
from training.dense import draw_dense_scene
from training.pictures import SIZES, draw_training_scene
from training.subjects import SUBJECTS, Subject
from vision.network import CELLS_MODEL, DICE_MODEL, STONE_MODEL, Model

PRINTED = 0.2
"""Share of pictures that show the printed kit and nothing else."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """Pictures of one kind."""

    subject: Subject
    share: float = 1.0
    """Amount of its examples, relative to other lessons."""
    seats: bool = True
    """Whether each seat's pieces are alike in it, and unlike those of others."""


def _played(rng: np.random.Generator, kit: Kit) -> Scene:
    return with_covers(rng, draw_training_scene(rng, kit))


def _dense(rng: np.random.Generator, kit: Kit) -> Scene:
    return with_covers(rng, draw_dense_scene(rng, kit, SIZES[rng.integers(len(SIZES))]))


def _lesson(name: str, share: float = 1.0, *, seats: bool = True) -> Lesson:
    return Lesson(replace(SUBJECTS[name], scene=_played), share, seats)


LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {
        "pyramids": _lesson("pyramids"),
        "shapes": _lesson("shapes", 1.4),
        "sizes": _lesson("sizes"),
        "dice": _lesson("dice", 0.7),
        "crowded_dice": Lesson(replace(SUBJECTS[DICE_MODEL.name], scene=_dense), 0.6, seats=False),
        "stones": _lesson("stones", seats=False),
    }
)
TAUGHT_BY: Mapping[str, tuple[Model, tuple[str, ...]]] = MappingProxyType(
    {
        CELLS_MODEL.name: (CELLS_MODEL, tuple(name for name in LESSONS if name != STONE_MODEL.name)),
        STONE_MODEL.name: (STONE_MODEL, (STONE_MODEL.name,)),
    }
)
"""Each network and the names of its lessons."""
