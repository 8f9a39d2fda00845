"""Seats played by a program at a real table: it announces its move, people make it, the referee checks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from adviser import Suggestion
from adviser.reasons import steps
from core.game import Game, holder
from kiebitz.programs.program import ProgramError
from kiebitz.table.inputs import Proposed, Remarked, Seated
from kiebitz.table.state import TableState

Bot = int | str
"""What plays a seat: the adviser at a level, or an engine by its name."""
Think = Callable[[Any, Any], Suggestion | None]
"""Chooses an action for a position and a ``Bot``, or None to wait; may take a while.

Raises ``ProgramError`` if an engine fails.
"""


@dataclass(slots=True)
class Bots:
    """Seats played by programs; people play on for an engine that fails. After a swap in Tabik a bot keeps its seat."""

    levels: dict[str, Bot]
    think: Think
    names: Mapping[Bot, str] = field(default_factory=dict)
    """What engines call themselves; an engine without an entry is called by its name in ``levels``."""
    _failed: set[str] = field(default_factory=set, init=False)

    def seat(self, seat: str, bot: Bot | None) -> Seated:
        """Let *bot* play *seat* from now on, or people if it is None; return the input that informs the table."""
        self.levels.pop(seat, None)
        self._failed.discard(seat)
        if bot is not None:
            self.levels[seat] = bot
        return Seated(seat)

    def answer(self, state: TableState[Any]) -> Proposed | Remarked | None:
        """Return the move of the bot whose turn it is, or why it plays none; None where it has been announced."""
        position = state.position
        if position is None or position.to_move is None or state.over:
            return None
        seat = holder(position, position.to_move)
        is_announced = state.proposal is not None and state.proposal.position == position
        if seat not in self.levels or seat in self._failed or is_announced:
            return None
        try:
            found = self.think(position, self.levels[seat])
        except ProgramError as error:
            self._failed.add(seat)
            return Remarked("failed", {"seat": seat, "message": f"{error}. Play on for {seat}."})
        if found is None:
            return None
        return Proposed(seat, found.action, self._fields(state.game, position, seat, found))

    def _fields(self, game: Game[Any], position: Any, seat: str, found: Suggestion) -> dict[str, Any]:
        bot, todo = self.levels[seat], steps(game, position, found.action)
        name = f"level {bot}" if isinstance(bot, int) else self.names.get(bot, bot)
        known = {"level": bot} if isinstance(bot, int) else {"engine": name}
        return {
            "seat": seat,
            "side": position.to_move,
            **known,
            "action": found.action,
            "steps": todo,
            "why": found.why,
            "value": round(found.value, 4),
            "line": list(found.line),
            "proved": found.proved,
            "position": game.format_position(position),
            "ply": position.ply,
            "message": f"{seat} ({name}) plays {found.action}: {todo}.",
        }
