"""Short scripted games on a simulated table, as a source of frames. Finding and reading the board are real."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from core.games import USUAL, find
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Frame, Trouble
from kiebitz.watching.scripts import script_of
from simulator.calm import Aim, calm_table
from simulator.table import Table


@dataclass(frozen=True, slots=True)
class Moment:
    """The contents of the board, and the cell that a hand reaches for."""

    contents: Mapping[str, str]
    hand: str | None = None


def moments(name: str, players: int = 2) -> Iterator[Moment]:
    """Yield the game *name* step by step, as the camera will see it."""
    game, script = find(name), script_of(name, players)
    position = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
    yield Moment(game.contents(position))
    for number, action in enumerate(script.actions):
        before = game.contents(position)
        if number in script.hands:
            yield Moment(before, script.hands[number])
        if number in script.begun:
            yield Moment({**before, **script.begun[number]})
        if number in script.wrong:
            yield Moment({**before, **script.wrong[number]})
            yield Moment(before)
        position = game.play(position, action)
        yield Moment(game.contents(position))


@dataclass(frozen=True)
class PretendTable:
    """A source of frames: the printed board and its paper pieces under a simulated camera."""

    game: str = USUAL
    players: int = 2
    name: str = "demo"
    turned_deg: float = 0.0
    """Degrees by which the camera is moved round the table from its usual place, to the right."""

    @cached_property
    def table(self) -> Table:
        script = script_of(self.game, self.players)
        kit = kit_of(self.game, script.options)
        aim = Aim(elevation_deg=script.elevation_deg, azimuth_deg=Aim().azimuth_deg + self.turned_deg)
        return calm_table(
            kit, surface=script.surface, aim=aim, players=self.players, size=script.size, seed=script.seed
        )

    def frames(self) -> Iterator[Frame | Trouble]:
        for index, moment in enumerate(moments(self.game, self.players)):
            picture = self.table.picture(moment.contents, hand=moment.hand, seed=index)
            yield Frame(picture.image, index, float(index), own_moment=True)
