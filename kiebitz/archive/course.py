"""The course of a game, as the lines of a journal tell it: what was played, taken back and corrected, by the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Generic, TypeAlias

from core.formats.json_engine import result_json
from core.game import Game, P, PositionLike
from core.json_types import Json, as_object, as_whole
from core.options import shown
from core.play.sequences import with_players
from core.record.ending import TABLE_ENDINGS


@dataclass(frozen=True, slots=True)
class Step:
    """An action; or, with ``why`` it was set, a position from which the game goes on whatever was played before."""

    text: str
    why: str = ""
    n: int = field(default=0, compare=False)
    """The number of the event that reported it; 0 if the event has no number."""


@dataclass(slots=True)
class Course(Generic[P]):
    """A game up to some line. Every action is played by the rules, and must reach the position that its line names."""

    game: Game[P]
    positions: list[P]
    """All positions from the start to the current one: one more than ``steps``."""
    steps: list[Step] = field(default_factory=list)
    taken_back: dict[int, list[tuple[Step, ...]]] = field(default_factory=dict)
    """Index → the lines of steps that were played from there and taken back."""
    told_by: set[int] = field(default_factory=set)
    """The numbers of the events that reported steps, also of those taken back."""
    comments: dict[int, str] = field(default_factory=dict)
    """The number of the event that reported a step → what people wrote about it; 0 → about the start."""
    _corrected: int = 0
    """After a correction, how many positions are up to date; 0 if all are."""

    @property
    def actions(self) -> list[str]:
        """The actions that stand."""
        return [step.text for step in self.steps if not step.why]

    @property
    def position(self) -> P:
        """The current position."""
        self._go_on()
        return self.positions[-1]

    def take(self, event: Mapping[str, Json]) -> None:
        """Go on with *event*, whose fields are of the right kinds. Raises ``ValueError`` where the rules say no."""
        kind, told, number = event.get("event"), event.get("position"), as_whole(event.get("n", 0))
        if kind == "corrected":
            self._correct(as_whole(event["ply"]), str(event["action"]), told)
            return
        self._go_on()
        match kind:
            case "state" if event.get("start"):
                self._begin_with(str(event["start"]))
            case "state" if told and not self.steps:
                self.positions[0] = self._parsed(told)
                if event.get("set"):
                    self.taken_back.clear()
            case "state" if told and event.get("set"):
                self._add(Step(str(told), "set as told", number), self._parsed(told))
            case "agreed" if not event.get("start"):
                why = f"agreed: {event['code']} {event.get('message', '')}"
                self._add(Step(str(told), why, number), self._parsed(told))
            case "move" | "pass":
                action = str(event["action"])
                self._add(Step(action, n=number), self.game.play(self.positions[-1], action))
            case "joined" | "left":
                self._seat(as_whole(event["players"]))
            case "takeback":
                self._take_back(as_whole(event["plies"]))
            case "comment":
                self.comments[as_whole(event["at"])] = str(event["message"])
            case "result":
                self._check_result(as_object(event["result"]))
        if told:
            self._check(self.positions[-1], str(told))

    def _parsed(self, text: Json) -> P:
        return self.game.parse_position(str(text), self.positions[-1].options)

    def _begin_with(self, start: str) -> None:
        """Replace the start by *start*; the steps stay."""
        self.positions[0] = self._parsed(start)
        self.taken_back.clear()
        self._corrected = 1
        self._go_on()

    def _seat(self, players: int) -> None:
        """Set the number of *players* from the start; a start with pieces on the board is announced again later."""
        if players == self.positions[0].options.players:
            return
        found = with_players(self.game, self.positions, [None if s.why else s.text for s in self.steps], players)
        if found is None and not self.steps:
            found = (self.game.start(replace(self.positions[0].options, players=players)),)
        if found is None:
            raise ValueError(f"{players} play, and by now nobody can join or leave")
        self.positions[:] = found

    def _add(self, step: Step, after: P) -> None:
        self.steps.append(step)
        self.told_by |= {step.n} - {0}
        self.positions.append(after)

    def _take_back(self, plies: int) -> None:
        if plies > len(self.steps):
            raise ValueError(f"{plies} moves are taken back where only {len(self.steps)} had been played")
        stands = len(self.steps) - plies
        self.taken_back = {index: lines for index, lines in self.taken_back.items() if index <= stands}
        self.taken_back.setdefault(stands, []).append(tuple(self.steps[stands:]))
        del self.steps[stands:], self.positions[stands + 1 :]

    def _correct(self, ply: int, action: str, told: Json) -> None:
        """Replace the action of *ply*. Later actions are replayed once all corrections are known."""
        plies = [0 if step.why else after.ply for step, after in zip(self.steps, self.positions[1:], strict=True)]
        if ply not in plies:
            raise ValueError(f"move {ply} is corrected where only {len(self.actions)} had been played")
        index = len(plies) - plies[::-1].index(ply)
        if self._corrected:
            self._go_on(index)
        after = self.game.play(self.positions[index - 1], action)
        self.steps[index - 1], self.positions[index] = replace(self.steps[index - 1], text=action), after
        self.taken_back = {at: lines for at, lines in self.taken_back.items() if at < index}
        self._corrected = index + 1
        if told:
            self._check(after, str(told))

    def _go_on(self, until: int | None = None) -> None:
        """Replay what follows the last correction, up to but not including the position at index *until*."""
        if not self._corrected:
            return
        for index in range(self._corrected, len(self.positions) if until is None else until):
            step = self.steps[index - 1]
            if not step.why:
                self.positions[index] = self.game.play(self.positions[index - 1], step.text)
        self._corrected = 0

    def _check(self, reached: P, told: str) -> None:
        position = self.game.format_position(reached)
        if told != position:
            raise ValueError(f"the rules reach the position {position}, and the line names {shown(told, 200)}")

    def _check_result(self, told: Mapping[str, Json]) -> None:
        outcome = result_json(self.game.outcome(self.positions[-1]))
        by_the_table = outcome is None and told["reason"] in TABLE_ENDINGS
        if not by_the_table and (outcome is None or any(told[name] != outcome[name] for name in outcome)):
            known = "not over" if outcome is None else f"over: {outcome}"
            raise ValueError(f"the result is {shown(dict(told), 80)}, and by the rules the game is {known}")


AnyCourse: TypeAlias = Course[PositionLike]
"""The course of a game found by its name."""
