"""How each of the reader's networks is made from nothing: stages of pictures to draw and of learning from them.

``make train NETWORK=…`` follows a recipe from end to end; the card beside a network names its recipe.
No seed is a benchmark's. How the networks of cells and of stones are made is in training.cells.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from vision.network import FACE_MODEL, POSE_MODEL, SIDE_MODEL, STONE_MODEL, TOP_MODEL


@dataclass(frozen=True, slots=True)
class Stage:
    """Pictures to learn from, and how long and how fast."""

    pictures: int
    seed: int
    minutes: float
    """Learning ends by then, however few the epochs."""
    rate: float = 2e-3
    epochs: int = 400
    batch: int = 128
    held: int = 40
    """Pictures, of the next seed, that set temperatures and are reported on."""


@dataclass(frozen=True, slots=True)
class Making:
    """How one network is made: stages, each of which begins where the one before it ended."""

    stages: tuple[Stage, ...]
    after: str = ""
    """The network whose first layers are taken to begin with; empty for none."""

    def small(self) -> Making:
        """Return the recipe with stages that take seconds: they show that it can be followed."""
        return replace(self, stages=tuple(replace(s, pictures=2, held=2, batch=16, epochs=1) for s in self.stages))


RECIPES: Mapping[str, Making] = MappingProxyType(
    {
        FACE_MODEL.name: Making((Stage(1800, 41, minutes=75),)),
        TOP_MODEL.name: Making((Stage(1600, 71, minutes=50, rate=1.5e-3),), after=FACE_MODEL.name),
        POSE_MODEL.name: Making((Stage(1200, 51, minutes=20),), after=STONE_MODEL.name),
        SIDE_MODEL.name: Making((Stage(3500, 41, minutes=75),), after=FACE_MODEL.name),
    }
)
"""Minutes are those of one core that computes with numbers of 16 bits."""
