"""Random games on pretend tables, with a hand now and then and one broken rule each."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from core.game import Game
from core.games import find
from core.options import RuleOptions
from core.reading import EMPTY, is_edge
from core.verdict import Refused
from kiebitz.kits import kit_of
from kiebitz.table.demo_games import script_of
from kiebitz.table.pretend_table import Moment
from kits.kit import Kit

STYLES: Mapping[str, tuple[str, ...]] = {
    "tink": ("kit", "wood", "vinyl", "card"),
    "ting": ("kit", "card", "wood"),
    "tingle": ("kit", "tiles", "card"),
    "tabik": ("kit", "card", "wood"),
    "tinker_tactics": ("kit", "card", "wood"),
}
"""The boards of each game that games are watched on."""


@dataclass(frozen=True, slots=True)
class Course:
    """A game to be played at random: its rules, equipment, and where it begins."""

    game: Game[Any]
    kit: Kit
    options: RuleOptions
    start: Any

    @classmethod
    def of(cls, name: str) -> Course:
        """Return the course of the game called *name*; a game with a hidden set-up begins after it."""
        script = script_of(name)
        game = find(name)
        start = game.parse_position(script.start, script.options) if script.start else game.start(script.options)
        return cls(game, kit_of(name, script.options), script.options, start)

    def moments(self, rng: random.Random, *, plies: int = 14) -> Iterator[tuple[Moment, str]]:
        """Yield what is to be seen, and what happened: a move, a hand, the code of a broken rule, or nothing new."""
        game, position = self.game, self.start
        yield Moment(game.contents(position)), ""
        slip_at = rng.randrange(5, plies - 1)
        for ply in range(plies):
            seen = {action: game.contents(game.play(position, action)) for action in game.actions(position)}
            before = game.contents(position)
            actions = [action for action, after in seen.items() if after != before]
            if not actions:
                return
            if rng.random() < 0.3:
                yield Moment(before, self._cell(rng)), "hand"
            if ply == slip_at and (slip := self._slip(position, rng)):
                yield Moment({**before, **slip[0]}), slip[1]
                yield Moment(before), ""
            position = game.play(position, rng.choice(self._lively(actions, seen, before, rng)))
            yield Moment(game.contents(position)), "move"

    def _lively(
        self, actions: list[str], seen: Mapping[str, Mapping[str, str]], before: Mapping[str, str], rng: random.Random
    ) -> list[str]:
        """Return half of the time only the actions that change most, so that rarer ones are played as well."""
        if rng.random() < 0.5:
            return actions
        changed = {action: sum(before[cell] != seen[action][cell] for cell in before) for action in actions}
        return [action for action in actions if changed[action] == max(changed.values())]

    def _cell(self, rng: random.Random) -> str:
        """Return a cell not at the rim, for a hand to reach for."""
        plan = self.kit.plan
        return f"{chr(97 + rng.randrange(1, plan.columns - 1))}{rng.randrange(2, plan.rows)}"

    def _slip(self, position: Any, rng: random.Random) -> tuple[dict[str, str], str] | None:
        """Return a change of one or two cells that breaks a rule, and the rule's code; codes are drawn evenly."""
        contents = self.game.contents(position)
        alphabet = [content for content in self.game.alphabet(position) if content != EMPTY]
        found: dict[str, dict[str, str]] = {}
        for _ in range(80):
            change = self._fumble(contents, alphabet, rng)
            verdict = self.game.diagnose(position, {**contents, **change})
            if isinstance(verdict, Refused):
                found.setdefault(verdict.objection.code, change)
        if not found:
            return None
        code = rng.choice(sorted(found))
        return found[code], code

    def _fumble(self, contents: Mapping[str, str], alphabet: list[str], rng: random.Random) -> dict[str, str]:
        """Return a piece taken away, put down, exchanged or shifted somewhere at random."""
        place = rng.choice(list(contents))
        fit = [content for content in alphabet if (content == "rod") == is_edge(place)]
        occupied = [cell for cell, content in contents.items() if content != EMPTY and not is_edge(cell)]
        match rng.choice(("away", "down", "exchanged", "shifted")):
            case "away" if occupied:
                return {rng.choice(occupied): EMPTY}
            case "exchanged" if occupied:
                return {rng.choice(occupied): rng.choice([c for c in alphabet if c != "rod"])}
            case "shifted" if occupied and not is_edge(place):
                source = rng.choice(occupied)
                return {source: EMPTY, place: contents[source]} if contents[place] == EMPTY else {}
            case _:
                return {place: rng.choice(fit)} if contents[place] == EMPTY and fit else {}
