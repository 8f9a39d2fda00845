"""A game of Tink on a pretend table: the moves are an old game of the adviser's, the seeing is real."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from app.session import Frame
from app.sources import Trouble
from core.games import find
from core.options import RuleOptions
from kits.tink import KIT
from simulator.table import Table

ACTIONS = ("Se5", "Sd4", "Sd6", "Sf4", "Sc7", "Sb8", "Se4", "Se3", "Se6", "Sd2", "Mc6-c7-d6", "Md3-d2-e3", "Se3")
"""The adviser (A) against a weaker one (B); A wins with a line."""
LIFTED_AT, LIFTED = 10, ("c7", "d6")
"""Before this action the two smalls that pay for it are already in the hand."""
WRONG_AT, WRONG = 11, {"d2": ".", "f4": ".", "d3": "Bm"}
"""Before this action a medium is paid with a small that does not touch it; then all is put back."""
HANDS = {1: "d4", 6: "e4", 11: "d3"}
"""Before these actions a hand reaches over the board for the cell."""
COLOURS = {"A": "red", "B": "blue"}


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands on the board, and the cell a hand reaches for."""

    contents: Mapping[str, str]
    hand: str | None = None


def moments() -> Iterator[Moment]:
    """Yield the game as the camera will see it."""
    game = find("tink")
    position = game.start(RuleOptions())
    yield Moment(game.contents(position))
    for number, action in enumerate(ACTIONS):
        before = game.contents(position)
        if number in HANDS:
            yield Moment(before, HANDS[number])
        if number == LIFTED_AT:
            yield Moment({**before, **dict.fromkeys(LIFTED, ".")})
        if number == WRONG_AT:
            yield Moment({**before, **WRONG})
            yield Moment(before)
        position = game.play(position, action)
        yield Moment(game.contents(position))


@dataclass(frozen=True)
class PretendTable:
    """A source of frames: the printed board and folded pyramids under a pretend camera."""

    seed: int = 4
    name: str = "demo"

    @cached_property
    def table(self) -> Table:
        rng = np.random.default_rng(self.seed)
        return Table.draw(rng, kit=KIT, style="kit", tier="easy", colours=COLOURS, size=(1280, 960))

    def frames(self) -> Iterator[Frame | Trouble]:
        for index, moment in enumerate(moments()):
            picture = self.table.picture(moment.contents, hand=moment.hand, seed=index)
            yield Frame(picture.image, index, float(index), own_moment=True)
