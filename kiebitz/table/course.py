"""The course of a game, as the lines of a journal tell it: what was played, taken back and corrected, by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic

from core.engine import result_json
from core.game import Game, P
from core.record import Line
from core.record.ending import TABLE_ENDINGS


@dataclass(slots=True)
class Course(Generic[P]):
    """A game up to some line. Every action is played by the rules, and must reach the position that its line names."""

    game: Game[P]
    positions: list[P]
    """From the start to the current one; one more than ``actions``."""
    actions: list[str] = field(default_factory=list)
    taken_back: dict[int, list[Line]] = field(default_factory=dict)
    """Index → actions that were played from there on and taken back."""
    _corrected: int = 0
    """How many positions are known since a correction; 0 if all are."""

    @property
    def position(self) -> P:
        """The current position."""
        self._go_on()
        return self.positions[-1]

    def take(self, event: Mapping[str, Any]) -> None:
        """Go on with *event*, whose fields are of the right kinds. Raises ``ValueError`` where the rules say no."""
        kind, told = event.get("event"), event.get("position")
        if kind == "corrected":
            self._correct(int(event["ply"]), str(event["action"]), told)
            return
        self._go_on()
        match kind:
            case "state" if told and not self.actions:
                self.positions[0] = self.game.parse_position(str(told), self.positions[0].options)
            case "agreed" if told:
                self.positions[-1] = self.game.parse_position(str(told), self.positions[-1].options)
            case "move" | "pass":
                action = str(event["action"])
                self.positions.append(self.game.play(self.positions[-1], action))
                self.actions.append(action)
            case "takeback":
                self._take_back(int(event["plies"]))
            case "result":
                self._check_result(event["result"])
        if told:
            self._check(self.positions[-1], str(told))

    def _take_back(self, plies: int) -> None:
        if plies > len(self.actions):
            raise ValueError(f"{plies} moves are taken back where only {len(self.actions)} had been played")
        stands = len(self.actions) - plies
        self.taken_back = {index: lines for index, lines in self.taken_back.items() if index <= stands}
        self.taken_back.setdefault(stands, []).append(Line(tuple(self.actions[stands:])))
        del self.actions[stands:], self.positions[stands + 1 :]

    def _correct(self, ply: int, action: str, told: Any) -> None:
        """Let *action* be the one of *ply*. The actions behind it are replayed once all corrections are known."""
        if ply > len(self.actions):
            raise ValueError(f"move {ply} is corrected where only {len(self.actions)} had been played")
        if self._corrected:
            self._go_on(ply)
        after = self.game.play(self.positions[ply - 1], action)
        self.actions[ply - 1], self.positions[ply] = action, after
        self._corrected = ply + 1
        if told:
            self._check(after, str(told))

    def _go_on(self, until: int | None = None) -> None:
        """Replay what follows the last correction, as far as the position at index *until*, which is not included."""
        if not self._corrected:
            return
        for index in range(self._corrected, len(self.positions) if until is None else until):
            self.positions[index] = self.game.play(self.positions[index - 1], self.actions[index - 1])
        self._corrected = 0

    def _check(self, reached: P, told: str) -> None:
        position = self.game.format_position(reached)
        if told != position:
            raise ValueError(f"the rules reach the position {position}, and the line names {told}")

    def _check_result(self, told: Mapping[str, Any]) -> None:
        outcome = result_json(self.game.outcome(self.positions[-1]))
        by_the_table = outcome is None and told["reason"] in TABLE_ENDINGS
        if not by_the_table and (outcome is None or any(told[name] != outcome[name] for name in outcome)):
            known = "not over" if outcome is None else f"over: {outcome}"
            raise ValueError(f"the result is {dict(told)}, and by the rules the game is {known}")
