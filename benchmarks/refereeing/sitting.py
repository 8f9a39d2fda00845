"""A game at a table, shot by shot: what lies there, what is true, and what somebody does about it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.game import HiddenSetup
from core.play.board_setup import accepted
from core.reading import EMPTY, Reading, is_bare
from kiebitz.judging.evidence import turned_reading
from kiebitz.table.controls import Agree, Command, Say
from tablebench.course import Contents, Course

Arm = tuple[str, float]
"""The cell to which an arm reaches, and the arm's width in cells."""


@dataclass(frozen=True, slots=True)
class Lie:
    """How the board lies in the picture."""

    quarters: int = 0
    """Clockwise quarter turns."""
    dx: int = 0
    """Shift to the right, in px of the painted table."""
    away: bool = False
    """Whether the board is out of the picture."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What the camera sees for a while, and what is true then."""

    number: int
    contents: Contents
    history: tuple[Any, ...]
    """The true positions of the game."""
    what: str
    lie: Lie = Lie()
    arm: Arm | None = None
    code: str = ""
    """The code of the broken rule that stands on the board."""
    told: Command | None = None
    """What somebody tells the referee after it has seen this."""
    regains: bool = False
    """Whether a disturbance ends with this shot."""
    stays: bool = False
    """Whether the rule broken is still the one of the shot before."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What was recorded at a table: ``kind`` is stable, hand or slip, then with the ``code`` of the broken rule."""

    kind: str
    contents: Contents
    code: str = ""
    quarters: int = 0
    """Quarter turns by which the board has been turned."""


@dataclass(slots=True)
class Sitting:
    """A random game of *course*, which scenarios play and disturb."""

    course: Course
    rng: random.Random
    most_plies: int = 16
    history: list[Any] = field(default_factory=list)
    shots: list[Shot] = field(default_factory=list)
    lie: Lie = Lie()
    script: Sequence[str] = ()
    """The actions to be played; random ones if there are none."""
    hands: frozenset[int] | None = None
    """The plies before which a hand reaches in; None for half of them at random."""
    record: Sequence[Scene] = ()
    """The recorded scenes, if the game was recorded."""

    def __post_init__(self) -> None:
        self.history.append(self.course.start)

    @property
    def contents(self) -> Contents:
        return self.course.game.contents(self.history[-1])

    @property
    def middle(self) -> int:
        """The ply before which something happens once in a game."""
        return self.most_plies // 2

    def plies(self) -> Iterator[int]:
        """Show the start, and yield the number of each ply before it is played, until the game is over."""
        self.show("start")
        for ply in range(self.most_plies):
            if self._next() is None:
                return
            yield ply

    def show(self, what: str, **details: Any) -> None:
        """Add a shot of the board as it should be, or with other *details*."""
        shot = Shot(len(self.shots), self.contents, tuple(self.history), what, self.lie)
        self.shots.append(replace(shot, **details))

    def play(self) -> None:
        """Play the next action, and the passes that are forced after it."""
        action = self._next()
        if action is not None:
            self._go_on(action)
        while tuple(self.course.game.actions(self.history[-1])) == ("--",):
            self._go_on("--")

    def _next(self) -> str | None:
        """Return the next action; None at the end of the game or script."""
        if self.script:
            return next(iter(self.script[len(self.history) - 1 :]), None)
        return self.course.lively(self.history[-1], self.rng)

    def _go_on(self, action: str) -> None:
        self.history.append(self.course.game.play(self.history[-1], action))

    def move(self, **details: Any) -> None:
        """Play the next action and show it."""
        self.play()
        self.show("move", **details)

    def perhaps_a_hand(self) -> None:
        """Show a hand before the next ply, or none."""
        reaches = self.rng.random() < 0.5 if self.hands is None else len(self.history) in self.hands
        if reaches:
            self.hand()

    def hand(self, *, width: float = 1.2) -> None:
        """Show a hand that reaches for a cell."""
        self.show("hand", arm=(self.cell(), width))

    def cell(self) -> str:
        """Return a cell for a hand to reach for."""
        return self.rng.choice(self.course.game.cells(self.course.start)).split("-")[0]

    def slip(self, *, agreed: bool = False, hands: int = 0) -> None:
        """Break a rule; then put it right, or have the table agree to it where the game can go on from there.

        Before that this many *hands* pass over the board and leave it as it is.
        """
        slip = self.course.slip(self.history[-1], tuple(self.history[:-1]), self.rng)
        if slip is None:
            return
        if agreed:
            try:
                after = accepted(self.course.game, self.history[-1], slip.contents)
            except ValueError:
                agreed = False
        self.show("slip", contents=slip.contents, code=slip.code, told=Agree() if agreed else None)
        for _ in range(hands):
            stays: dict[str, Any] = {"contents": slip.contents, "code": slip.code, "stays": True}
            self.show("hand", arm=(self.cell(), 1.2), **stays)
            self.show("slip stays", **stays)
        if agreed:
            self.history.append(after)
            self.show("agreed")
        else:
            self.show("put right", regains=True)

    def turn(self, quarters: int) -> None:
        """Turn the board by *quarters*, clockwise; not one that looks the same then: nobody could tell."""
        if is_bare(self.contents) or self._looks_the_same(quarters):
            return
        self.lie = replace(self.lie, quarters=(self.lie.quarters + quarters) % 4)
        self.show("turned", regains=True)

    def _looks_the_same(self, quarters: int) -> bool:
        """Return whether the same pieces would lie in the same places after a turn by *quarters*."""
        if not self.course.kit.has_whole:
            return False
        lying = Reading({place: {content: 0.0} for place, content in self.contents.items()})
        return turned_reading(lying, quarters, self.course.kit.plan).contents == self.contents

    def swap(self) -> None:
        """Have the sides exchanged if that is legal now."""
        if "swap" in self.course.game.actions(self.history[-1]):
            told = Say("swap")
            self.show("swap", told=told)
            self._go_on("swap")

    def set_up_badly(self) -> None:
        """Show the start with a fault that the rules name: a piece missing, exchanged or shifted."""
        game = self.course.game
        assert isinstance(game, HiddenSetup)
        while True:
            contents = {**self.contents, **self.course.oddity(self.history[-1], self.rng)}
            if faults := game.reveal_faults(contents, self.course.options):
                self.show("badly set up", contents=contents, code=faults[0].code)
                return

    def take_back(self, plies: int, *, singly: bool) -> None:
        """Move the last *plies* back, *singly* or all before the next shot."""
        for left in range(min(plies, len(self.history) - 2), 0, -1):
            self.history.pop()
            if singly or left == 1:
                self.show("taken back")

    def relive(self, scene: Scene) -> None:
        """Show what was recorded, and play what has been played there."""
        turned = scene.quarters != self.lie.quarters
        self.lie = replace(self.lie, quarters=scene.quarters)
        if scene.kind == "hand":
            self.hand()
        elif scene.kind == "slip":
            self.show("slip", contents=scene.contents, code=scene.code)
        elif scene.contents != self.contents:
            self.move()
        elif turned:
            self.show("turned", regains=True)
        else:
            self.show("as before", regains=bool(self.shots and self.shots[-1].code))

    def think_again(self, *, seen: bool = True) -> None:
        """Take the last action back and play another before the next shot; without showing it if it is not *seen*."""
        if len(self.history) > 2:
            self.history.pop()
            self.play()
            if seen:
                self.show("move")

    def sweep(self) -> None:
        """Sweep the pieces off and set them up again, in three steps."""
        there = [cell for cell, content in self.contents.items() if content != EMPTY]
        self.rng.shuffle(there)
        bare = dict.fromkeys(self.contents, EMPTY)
        half = {**bare, **{cell: self.contents[cell] for cell in there[: len(there) // 2]}}
        self.show("swept", contents=bare, arm=(self.cell(), 2.0))
        self.show("swept", contents=bare)
        self.show("half set up", contents=half)
        self.show("set up again", regains=True)
