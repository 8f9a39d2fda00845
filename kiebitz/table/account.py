"""The account of a game: its positions so far, and its events in the order of reporting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from core.engine import result_json
from core.game import Game, P
from core.verdict import Objection
from kiebitz.table.events import Event


class Account(Generic[P]):
    """The positions and events of one game."""

    def __init__(self, game: Game[P], positions: Sequence[P]) -> None:
        self.game = game
        self.positions = list(positions)
        self.faulty = False
        """Whether the game began with a faulty board that the players are still putting right."""
        self._trouble: tuple[str, ...] = ()
        self._said: list[tuple[str, dict[str, Any]]] = []

    @property
    def position(self) -> P | None:
        return self.positions[-1] if self.positions else None

    def told(self, moment: tuple[int, float]) -> list[Event]:
        """Return the events since the last call, as those of *moment*: a frame's number and time."""
        said, self._said = self._said, []
        return [Event(kind, *moment, fields) for kind, fields in said]

    def standing(self) -> dict[str, Any]:
        """Return the state of the game, as fields of an event."""
        if self.position is None:
            return {"position": None}
        return {"position": self.game.format_position(self.position), "to_move": self.position.to_move}

    def say(self, kind: str, **fields: Any) -> None:
        """Tell an event."""
        self._said.append((kind, fields))

    # -- what is wrong or unclear

    @property
    def troubled(self) -> bool:
        return bool(self._trouble)

    @property
    def asked_again(self) -> bool:
        """Whether the last report was that something was unclear."""
        return self._trouble[:1] == ("unsure",)

    def calm(self) -> None:
        """Treat everything that was wrong or unclear as settled."""
        self._trouble = ()

    def ask(self, kind: str, cells: Sequence[str], message: str, **fields: Any) -> None:
        """Report *message* once, however long the table stays like this."""
        key = (kind, message, *cells)
        if key != self._trouble:
            self._trouble = key
            self.say(kind, message=message, cells=list(cells), **fields)

    def refuse(self, objection: Objection, position: P) -> None:
        """Report the rule that *objection* finds broken in *position*."""
        self.ask(
            "illegal",
            objection.cells,
            objection.message,
            code=objection.code,
            repair=objection.repair,
            seat=position.to_move,
            position=self.game.format_position(position),
        )

    def has_refused(self, objection: Objection) -> bool:
        """Return whether *objection* was the last report."""
        return self._trouble == ("illegal", objection.message, *objection.cells)

    # -- what is played

    def play(self, action: str, margin_nats: float) -> None:
        """Play *action* and the forced passes behind it."""
        self._advance("pass" if action == "--" else "move", action, margin=round(min(margin_nats, 99.0), 2))
        while (after := self.positions[-1]).to_move and tuple(self.game.actions(after)) == ("--",):
            self._advance("pass", "--")

    def take_back(self, plies: int) -> None:
        """Undo *plies* actions."""
        del self.positions[-plies:]
        self.say("takeback", plies=plies, **self.standing())

    def _advance(self, kind: str, action: str, **fields: Any) -> None:
        self.faulty = False
        before = self.positions[-1]
        after = self.game.play(before, action)
        self.positions.append(after)
        said = [remark.as_json() for remark in self.game.announcements(before, action, after)]
        if kind == "pass":
            fields["message"] = f"{before.to_move} has no legal move and passes."
        elif said:
            fields.update(message=" ".join(remark["message"] for remark in said), announcements=said)
        self.say(
            kind, action=action, position=self.game.format_position(after), seat=before.to_move, ply=after.ply, **fields
        )
        self.conclude()

    def conclude(self) -> None:
        """Tell the result if the rules have ended the game."""
        if outcome := self.game.outcome(self.positions[-1]):
            sentence = f"{outcome.sentence[0].upper()}{outcome.sentence[1:]}."
            self.say("result", result=result_json(outcome), message=sentence, **self.standing())
