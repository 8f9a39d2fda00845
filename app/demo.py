"""Short games on a pretend table: the moves are old games of the adviser's, the seeing is real."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from app.kits import kit_of
from app.session import Frame
from app.sources import Trouble
from core.games import find
from core.options import RuleOptions
from simulator.table import Table


@dataclass(frozen=True, slots=True)
class Script:
    """A game, and what happens at the table besides its moves; keys are numbers of actions, from 0."""

    actions: tuple[str, ...]
    options: RuleOptions = field(default_factory=RuleOptions)
    colours: Mapping[str, str] = field(default_factory=dict)
    lifted: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """Before this action these pieces are already in the hand."""
    wrong: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """Before this action somebody breaks a rule: what differs on the board. Then it is put right."""
    hands: Mapping[int, str] = field(default_factory=dict)
    """Before this action a hand reaches over the board for the cell."""
    seed: int = 4
    """Of the table, its light and its camera."""


_FOUR_IN_A_ROW = Script(
    ("Se5", "Sd4", "Sd6", "Sf4", "Sc7", "Sb8", "Se4", "Se3", "Se6", "Sd2", "Mc6-c7-d6", "Md3-d2-e3", "Se3"),
    colours={"A": "red", "B": "blue"},
    lifted={10: ("c7", "d6")},
    wrong={11: {"d2": ".", "f4": ".", "d3": "Bm"}},
    hands={1: "d4", 6: "e4", 11: "d3"},
)
"""A wins with a line. B first pays for a medium with a small that does not touch it."""

SCRIPTS = {
    "tink": _FOUR_IN_A_ROW,
    "tingle": _FOUR_IN_A_ROW,
    "ting": Script(
        ("Se5", "Sb9", "Sb7", "Sh9", "Sd7", "Sg8", "Sf12", "Se6", "Sa3", "Sf7"),
        colours={"A": "red", "B": "blue"},
        wrong={4: {"h5": "Bs"}},
        hands={2: "b7", 7: "e6"},
        seed=3,
    ),
    "tabik": Script(
        (
            "d2+c2", "e5+d5", "b5+a5", "b3+b4", "d3+e3", "c4+d4", "b1+a1", "e1+d1", "a3+a2", "d1xd2", "b4xb5",
            "d3xd4", "d4xd5",
        ),
        options=RuleOptions(board_size=5),
        wrong={5: {"b3-b4": "."}},
        hands={3: "b3", 10: "b4"},
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Moment:
    """What stands on the board, and the cell a hand reaches for."""

    contents: Mapping[str, str]
    hand: str | None = None


def moments(name: str) -> Iterator[Moment]:
    """Yield the game called *name* as the camera will see it."""
    game, script = find(name), SCRIPTS[name]
    position = game.start(script.options)
    yield Moment(game.contents(position))
    for number, action in enumerate(script.actions):
        before = game.contents(position)
        if number in script.hands:
            yield Moment(before, script.hands[number])
        if number in script.lifted:
            yield Moment({**before, **dict.fromkeys(script.lifted[number], ".")})
        if number in script.wrong:
            yield Moment({**before, **script.wrong[number]})
            yield Moment(before)
        position = game.play(position, action)
        yield Moment(game.contents(position))


@dataclass(frozen=True)
class PretendTable:
    """A source of frames: the printed board and its paper pieces under a pretend camera."""

    game: str = "tink"
    name: str = "demo"

    @cached_property
    def table(self) -> Table:
        script = SCRIPTS[self.game]
        rng = np.random.default_rng(script.seed)
        kit = kit_of(self.game, script.options)
        return Table.draw(rng, kit=kit, style="kit", tier="easy", colours=script.colours or None, size=(1280, 960))

    def frames(self) -> Iterator[Frame | Trouble]:
        for index, moment in enumerate(moments(self.game)):
            picture = self.table.picture(moment.contents, hand=moment.hand, seed=index)
            yield Frame(picture.image, index, float(index), own_moment=True)
