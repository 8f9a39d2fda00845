"""Random games for Blender to draw: what lies on the table in each picture, and what happens there. No Blender."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.refereeing.course import Course
from benchmarks.refereeing.sitting import Shot, Sitting
from benchmarks.traced.positions import COLOURS, STONES

_PLIES, _HANDS = 8, 2
_HAPPENS = ("nothing", "slip", "turn")
"""What happens once in a game, in turn."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game to be drawn: what Blender must know of it, as JSON."""

    colours: tuple[str, ...]
    columns: int
    frames: tuple[Mapping[str, Any], ...]

    def write(self, path: Path) -> None:
        """Write the game where ``scene`` reads it."""
        plain = {"colours": self.colours, "columns": self.columns, "frames": self.frames}
        path.write_text(json.dumps(plain), encoding="utf-8")


def draw_game(name: str, number: int) -> Game:
    """Return the random game *number* of *name*: hands reach in, and something happens halfway."""
    rng = random.Random(f"{name} game {number}")
    many = name in ("tink", "ting", "tingle") and rng.random() < 0.25
    course = Course.draw(name, 3 if many else 2, rng)
    sitting = Sitting(course, rng, _PLIES, hands=frozenset(rng.sample(range(1, _PLIES + 1), _HANDS)))
    for ply in sitting.plies():
        if ply == sitting.middle:
            _happen(_HAPPENS[number % len(_HAPPENS)], sitting)
        sitting.perhaps_a_hand()
        sitting.move()
    seats = len(course.start.seats)
    colours = STONES if name == "tabik" else tuple(rng.sample(COLOURS[name], seats))
    frames = tuple(_frame(shot, sitting, f"{name}_game_{number:04d}") for shot in sitting.shots)
    return Game(colours, course.kit.plan.columns, frames)


def _happen(what: str, sitting: Sitting) -> None:
    plan = sitting.course.kit.plan
    match what:
        case "slip":
            sitting.slip()
        case "turn":
            sitting.turn(sitting.rng.choice((1, 2, 3)) if plan.columns == plan.rows else 2)
        case _:
            pass


def _frame(shot: Shot, sitting: Sitting, name: str) -> dict[str, Any]:
    """Return what is on the table in *shot*, and under ``sequence`` what the truth tells of the game."""
    hand = shot.arm is not None
    sequence = {
        "game_id": name,
        "frame": shot.number,
        "n_frames": len(sitting.shots),
        "kind": "hand" if hand else "slip" if shot.code else "stable",
        "code": shot.code,
        "ply": len(shot.history) - 1 + hand,
        "quarters": shot.lie.quarters,
        "position": sitting.course.game.format_position(shot.history[-1]),
    }
    return {"contents": dict(shot.contents), "arm": shot.arm and shot.arm[0], "sequence": sequence}
