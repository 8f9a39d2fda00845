"""Where a random game begins, what may be played in it, and how somebody may break its rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.game import Game, dealt
from core.games import find
from core.options import RuleOptions
from core.reading import EMPTY, is_edge
from core.verdict import Played, Refused
from kiebitz.kits import kit_of, options_of_kit
from kits.kit import Kit

Contents = Mapping[str, str]
SIZES = (5, 6)
"""Sides of Tabik's boards, in cells."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A change that breaks a rule: the whole board after it, and the rule's code."""

    contents: Contents
    code: str


@dataclass(frozen=True, slots=True)
class Course:
    """A game to be played at random: its rules, equipment, and where it begins."""

    game: Game[Any]
    kit: Kit
    options: RuleOptions
    start: Any

    @classmethod
    def draw(cls, name: str, players: int, rng: random.Random) -> Course:
        """Return a course of the game called *name*; what is set up or how large the board is depends on *rng*."""
        game = find(name)
        sized = {"board_size": rng.choice(SIZES)} if "board_size" in options_of_kit(name) else {"players": players}
        options = game.options.of(sized)
        start = dealt(game, options, seed=rng.randrange(1 << 30))
        return cls(game, kit_of(name, options), options, start)

    def visible(self, position: Any) -> dict[str, Contents]:
        """Return the legal actions that change the board, each with the board after it."""
        before = self.game.contents(position)
        after = {action: self.game.contents(self.game.play(position, action)) for action in self.game.actions(position)}
        return {action: contents for action, contents in after.items() if contents != before}

    def lively(self, position: Any, rng: random.Random) -> str | None:
        """Return a visible action, half of the time one that changes most; None where there is none."""
        before, found = self.game.contents(position), self.visible(position)
        if not found:
            return None
        if rng.random() < 0.5:
            return rng.choice(list(found))
        changed = {action: len(difference(before, after)) for action, after in found.items()}
        return rng.choice([action for action in found if changed[action] == max(changed.values())])

    def slip(self, position: Any, history: tuple[Any, ...], rng: random.Random, *, tries: int = 60) -> Slip | None:
        """Return a change that breaks a rule; codes are drawn evenly. None where none of *tries* does."""
        before = self.game.contents(position)
        visible = self.visible(position)
        found: dict[str, Contents] = {}
        for _ in range(tries):
            contents = {**before, **self._fumble(position, before, visible, rng)}
            if contents == before:
                continue
            verdict = self.game.diagnose(position, contents, history)
            if isinstance(verdict, Refused) and not self._comes_about(position, history, visible, contents):
                found.setdefault(verdict.objection.code, contents)
        if not found:
            return None
        code = rng.choice(sorted(found))
        return Slip(found[code], code)

    def _comes_about(
        self, position: Any, history: tuple[Any, ...], visible: Mapping[str, Contents], contents: Contents
    ) -> bool:
        """Return whether legal play may lead to *contents*, so that nobody could see a broken rule.

        That is by two quick actions, or by taking back the latest action for one or two others.
        """
        if history and isinstance(self.game.diagnose(history[-1], contents), Played):
            return True
        before = self.game.contents(position)
        changed = difference(before, contents)
        for action, after in visible.items():
            if difference(before, after).keys() <= changed.keys():
                verdict = self.game.diagnose(self.game.play(position, action), contents)
                if isinstance(verdict, Played):
                    return True
        return False

    def _fumble(self, position: Any, before: Contents, visible: Mapping[str, Contents], rng: random.Random) -> Contents:
        """Return the cells changed by a legal action done wrong, or by something random."""
        odd = dict(self.oddity(position, rng))
        if not visible or rng.random() < 0.4:
            return odd
        change = dict(difference(before, visible[rng.choice(list(visible))]))
        cell = rng.choice(list(change))
        match rng.choice(("left out", "exchanged", "more", "twice")):
            case "left out":
                del change[cell]
            case "exchanged" if change[cell] != EMPTY:
                change[cell] = rng.choice(self._fitting(position, cell))
            case "twice":
                change |= difference(before, visible[rng.choice(list(visible))])
            case _:
                change = odd | change
        return change

    def oddity(self, position: Any, rng: random.Random) -> Contents:
        """Return a piece taken away, put down, exchanged or shifted somewhere at random."""
        before = self.game.contents(position)
        occupied = [cell for cell, content in before.items() if content != EMPTY and not is_edge(cell)]
        while True:
            place = rng.choice(list(before))
            match rng.choice(("away", "down", "exchanged", "shifted")):
                case "away" if before[place] != EMPTY:
                    return {place: EMPTY}
                case "exchanged" if before[place] != EMPTY and not is_edge(place):
                    return {place: rng.choice(self._fitting(position, place))}
                case "shifted" if occupied and before[place] == EMPTY and not is_edge(place):
                    source = rng.choice(occupied)
                    return {source: EMPTY, place: before[source]}
                case "down" if before[place] == EMPTY:
                    return {place: rng.choice(self._fitting(position, place))}
                case _:
                    continue

    def _fitting(self, position: Any, place: str) -> list[str]:
        """Return the pieces, or the rod, that fit at *place*."""
        alphabet = self.game.alphabet(position)
        return [content for content in alphabet if content != EMPTY and (content == "rod") == is_edge(place)]


def difference(before: Contents, after: Contents) -> dict[str, str]:
    """Return the cells of *after* that are not as *before*."""
    return {cell: content for cell, content in after.items() if content != before[cell]}
