"""Random games for Blender to draw: what lies on the table in each picture, and what happens there. No Blender."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.reading import is_bare
from kits.kit import turned_place
from tablebench.course import Contents, Course
from tablebench.positions import COLOURS, STONES

_PLIES, _HANDS = 8, 2
_HAPPENS = ("nothing", "slip", "turn")
"""What happens once in a game; the game's number chooses."""


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
    hands = rng.sample(range(1, _PLIES + 1), _HANDS)
    table = _Table(course, rng, [course.start])
    table.show("stable")
    for ply in range(_PLIES):
        if table.is_over():
            break
        if ply == _PLIES // 2:
            table.happen(_HAPPENS[number % len(_HAPPENS)])
        if len(table.history) in hands:
            table.reach_in()
        table.move()
    seats = len(course.start.seats)
    colours = STONES if name == "tabik" else tuple(rng.sample(COLOURS[name], seats))
    return Game(colours, course.kit.plan.columns, tuple(table.told(f"{name}_game_{number:04d}")))


def draw_still(name: str, number: int) -> Game:
    """Return one picture of a random game, the table *number* of *name*: where it stands after some plies."""
    rng = random.Random(f"{name} still {number}")
    course = Course.draw(name, 2, rng)
    table = _Table(course, rng, [course.start])
    for _ in range(rng.randrange(2 * _PLIES)):
        if table.is_over():
            break
        table.move()
    colours = STONES if name == "tabik" else tuple(rng.sample(COLOURS[name], 2))
    return Game(colours, course.kit.plan.columns, ({"contents": dict(table.contents), "arm": None, "sequence": {}},))


@dataclass(slots=True)
class _Table:
    """A game of *course* being played: ``history`` has its positions, ``frames`` what a camera sees of it."""

    course: Course
    rng: random.Random
    history: list[Any]
    frames: list[dict[str, Any]] = field(default_factory=list)
    quarters: int = 0

    @property
    def contents(self) -> Contents:
        return self.course.game.contents(self.history[-1])

    def told(self, name: str) -> list[dict[str, Any]]:
        """Return the frames, each with its truth about its place in the game *name* under ``sequence``."""
        for number, frame in enumerate(self.frames):
            frame["sequence"] = {
                "game_id": name,
                "frame": number,
                "n_frames": len(self.frames),
                **frame["sequence"],
            }
        return self.frames

    def is_over(self) -> bool:
        """Return whether nothing more can be played that the camera would see."""
        return self.course.lively(self.history[-1], self.rng) is None

    def show(
        self, kind: str, contents: Contents | None = None, *, arm: str | None = None, code: str = "", moves: Any = ()
    ) -> None:
        """Add a frame of the board as it should be, or with other *contents*."""
        sequence = {
            "kind": kind,
            "code": code,
            "ply": len(self.history) - 1 + (kind == "hand"),
            "quarters": self.quarters,
            "position": self.course.game.format_position(self.history[-1]),
            "moves": list(moves),
        }
        self.frames.append({"contents": dict(contents or self.contents), "arm": arm, "sequence": sequence})

    def move(self) -> None:
        """Play the next action and the passes that are forced after it, and show the board."""
        action = self.course.lively(self.history[-1], self.rng)
        moves = []
        while action is not None:
            moves.append(action)
            self.history.append(self.course.game.play(self.history[-1], action))
            action = "--" if tuple(self.course.game.actions(self.history[-1])) == ("--",) else None
        self.show("stable", moves=moves)

    def reach_in(self) -> None:
        """Show a hand that reaches for a cell."""
        cells = self.course.game.cells(self.course.start)
        self.show("hand", arm=self.rng.choice(cells).split("-")[0])

    def happen(self, what: str) -> None:
        """Break a rule and put it right, or turn the board; or do nothing."""
        plan = self.course.kit.plan
        if what == "slip":
            self._slip()
        elif what == "turn":
            self._turn(self.rng.choice((1, 2, 3)) if plan.columns == plan.rows else 2)

    def _slip(self) -> None:
        slip = self.course.slip(self.history[-1], tuple(self.history[:-1]), self.rng)
        if slip is not None:
            self.show("slip", slip.contents, code=slip.code)
            self.show("stable")

    def _turn(self, quarters: int) -> None:
        """Turn the board, unless it would look the same: nobody could tell."""
        if not is_bare(self.contents) and not self._looks_the_same(quarters):
            self.quarters = (self.quarters + quarters) % 4
            self.show("stable")

    def _looks_the_same(self, quarters: int) -> bool:
        plan = self.course.kit.plan
        turned = {turned_place(cell, quarters, plan.columns, plan.rows): it for cell, it in self.contents.items()}
        return self.course.kit.has_whole and turned == self.contents
