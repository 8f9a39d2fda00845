"""The account of a game: its positions so far, and its events in the order of reporting."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from itertools import pairwise
from typing import Any, Generic

from core.belief.history import action_between, common, in_common
from core.belief.traces import changed
from core.formats.json_engine import result_json
from core.game import Game, P, stash_of
from core.play.deciding_cells import deciding
from core.play.sequences import may_be_reordered
from core.verdict import Objection, in_short, placed
from kiebitz.table.amending import Amended
from kiebitz.table.events import Event

AS_TOLD = "I take the board to be as you say; how that came about is not known."
AS_SEEN = "I go on from the board as I see it; how that came about is not known."
UNORDERED = {"order": "unknown"}
"""The field of a move that may have come before or after another one."""


Said = tuple[str, dict[str, Any]]
"""Kind and fields of an event."""


class Account(Generic[P]):
    """The positions and events of one game."""

    def __init__(self, game: Game[P], positions: Sequence[P]) -> None:
        self.game = game
        self.positions = list(positions)
        self._is_given = bool(positions)
        self.faulty = False
        """Whether the game began with a faulty board that the players are still putting right."""
        self.unrepaired: Objection | None = None
        """The broken rule that was reported last and is not put right, whatever was asked since."""
        self.doubted: Objection | None = None
        """The broken rule that was asked about last, as a cell may be misread."""
        self.pending: dict[str, Any] | None = None
        """What was reported last as wrong or unclear and still stands, as the fields of an event."""
        self.asks_about_board = False
        """Whether that is a question about the whole board, to which the contents of cells are no answer."""
        self._trouble: tuple[str, ...] = ()
        self._said: list[Said] = []

    @property
    def position(self) -> P | None:
        return self.positions[-1] if self.positions else None

    def told(self, moment: tuple[int, float]) -> list[Event]:
        """Return the events since the last call, as those of *moment*: a frame's number and time."""
        return [Event(kind, *moment, fields) for kind, fields in self.taken()]

    def taken(self) -> list[Said]:
        """Return what was said since the last call."""
        said, self._said = self._said, []
        return said

    def copied(self) -> Account[P]:
        """Return an account that may go on otherwise, and has said nothing yet."""
        other = copy(self)
        other.positions, other._said = list(self.positions), []
        return other

    def standing(self) -> dict[str, Any]:
        """Return the state of the game, as fields of an event."""
        if self.position is None:
            return {"position": None}
        return {"position": self.game.format_position(self.position), "to_move": self.position.to_move}

    def stash(self) -> dict[str, Any]:
        """Return what is left in the stashes, as a field of an event; no field where there are none."""
        stash = {} if self.position is None else stash_of(self.game, self.position)
        return {"stash": stash} if stash else {}

    def say(self, kind: str, **fields: Any) -> None:
        """Tell an event. A ``state`` says as well what is left in the stashes."""
        if kind == "state":
            fields |= self.stash()
        self._said.append((kind, fields))

    # -- what is wrong or unclear

    @property
    def refused(self) -> Objection | None:
        """The broken rule that was reported last, if nothing was asked since, and still stands."""
        return self.unrepaired if self._trouble[:1] == ("illegal",) else None

    @property
    def troubled(self) -> bool:
        return bool(self._trouble)

    @property
    def asked_again(self) -> bool:
        """Whether the last report was that something was unclear."""
        return self._trouble[:1] == ("unsure",)

    def calm(self) -> None:
        """Treat everything that was wrong or unclear as settled; say so where a broken rule was put right."""
        if (objection := self.unrepaired) is not None and not self.faulty:
            message = "The board has been put right."
            self.say("repaired", code=objection.code, message=message, cells=list(objection.cells), **self.standing())
        self.forget()

    def forget(self) -> None:
        """Treat everything that was wrong or unclear as settled, without a word."""
        self._trouble, self.unrepaired, self.doubted, self.pending = (), None, None, None

    def ask(
        self, kind: str, cells: Sequence[str], message: str, *, aloud: bool = True, whole: bool = False, **fields: Any
    ) -> None:
        """Report *message* once, however long the table stays like this; only note it if it is not to be *aloud*.

        *whole*: it is about the whole board.
        """
        key = (kind, message, *cells)
        if key != self._trouble:
            self._trouble, self.doubted, self.asks_about_board = key, None, whole
            self.pending = {"event": kind, "message": message, "cells": list(cells), **fields}
            if aloud:
                self.say(kind, message=message, cells=list(cells), **fields)

    def refuse(self, objection: Objection, position: P, nearest: Sequence[str] = ()) -> None:
        """Report the rule that *objection* finds broken in *position*, with the *nearest* legal actions."""
        more: dict[str, Any] = {"nearest": list(nearest)} if nearest else {}
        if objection.by:
            more["by"] = objection.by
        self.ask(
            "illegal",
            objection.cells,
            objection.message,
            code=objection.code,
            repair=objection.repair,
            seat=position.to_move,
            position=self.game.format_position(position),
            **more,
        )
        self.unrepaired = objection

    def doubt(
        self, objection: Objection, cells: Sequence[str], reason: str, question: str = "", **details: Any
    ) -> None:
        """Ask about *cells*: by *reason*, *objection* may not stand. People may agree to it all the same.

        What is asked is the *question*, if it is not said already; *details* are as for ``ask``.
        """
        message = " ".join(filter(None, (reason, objection.message, question)))
        self.ask("unsure", cells, message, code=objection.code, repair=objection.repair, **details)
        self.doubted = objection

    def has_refused(self, objection: Objection) -> bool:
        """Return whether *objection* was the last report."""
        return self._trouble == ("illegal", objection.message, *objection.cells)

    # -- what is played

    def begin(self) -> None:
        """Play, once, the passes that are forced in the positions that were given."""
        if self._is_given:
            self._is_given = False
            self.pass_on()

    def play(self, action: str, margin_nats: float, **fields: Any) -> None:
        """Play *action* and the forced passes behind it."""
        self._advance("pass" if action == "--" else "move", action, margin=round(min(margin_nats, 99.0), 2), **fields)
        self.pass_on()

    def play_all(self, actions: Sequence[str], margin_nats: float) -> None:
        """Play *actions*, which may have come in another order where they lead to the same position in that as well.

        A pass that is forced among them has been played with the action before it.
        """
        order = UNORDERED if may_be_reordered(self.game, self.positions[-1], actions) else {}
        passed = 0
        for action in actions:
            if action == "--" and passed:
                passed -= 1
                continue
            before = len(self.positions)
            self.play(action, margin_nats, **order)
            passed = len(self.positions) - before - 1

    def take_back(self, plies: int, **fields: Any) -> None:
        """Undo *plies* actions."""
        del self.positions[-plies:]
        self.say("takeback", plies=plies, **fields, **self.standing())
        self.pass_on()

    def amend(self, better: Amended) -> None:
        """Replace the latest moves by those of *better*, which were really played."""
        self.positions[better.first + 1 :] = better.positions
        for was, action, after in zip(better.was, better.actions, better.positions, strict=True):
            if was != action:
                message = f"Move {after.ply} was {action}, not {was}."
                position = self.game.format_position(after)
                self.say("corrected", ply=after.ply, was=was, action=action, position=position, message=message)
        if self.conclude():
            return
        if better.was[-1] == better.actions[-1]:
            self.say("state", **self.standing())
        self.pass_on()

    def put(self, position: P, message: str = AS_TOLD) -> None:
        """Go on from *position*, however it came about; as the first one it replaces the start."""
        if len(self.positions) == 1:
            self.positions.clear()
        self.positions.append(position)
        self.say("state", set=True, message=message, **self.standing())
        if not self.conclude():
            self.pass_on()

    def rewrite(self, positions: Sequence[P], *, undone: bool, margin: float, rests: Sequence[int]) -> None:
        """Tell that the game has gone through *positions*: as far as it was told otherwise, that was wrong.

        A broken rule counts as put right only where actions lead all the way.

        Args:
            undone: what is told otherwise was taken back on the board, and not read wrong.
            rests: how many positions there were each time when the board was seen anew.
        """
        told = tuple(self.positions)
        news = positions[max(common(told, positions) - 1, 0) :]
        if all(action_between(self.game, *pair) for pair in pairwise(news)):
            self.calm()
        else:
            self.forget()
        if self.positions[0] != positions[0]:
            self._begin_with(positions)
        elif (shared := common(self.positions, positions)) < len(self.positions):
            self._go_back_to(shared, positions, undone=undone)
        self._go_on_to(positions, margin, told, rests)

    def _begin_with(self, positions: Sequence[P]) -> None:
        """Tell that the game began with the first of *positions*; as far as they go, the same was played from it."""
        shared = in_common(self.game, self.positions, positions)
        if shared < len(self.positions):
            self.take_back(len(self.positions) - shared)
        was, start = self.positions[0], positions[0]
        self.positions[:] = positions[:shared]
        self.faulty = False
        differ = changed(self.game.contents(was), self.game.contents(start))
        message = (
            f"At the start: {in_short(placed(differ))}." if differ else f"It was {start.to_move}'s turn at the start."
        )
        self.say("state", set=True, start=self.game.format_position(start), message=message, **self.standing())

    def _go_back_to(self, shared: int, positions: Sequence[P], *, undone: bool) -> None:
        """Take back or correct what was told behind the first *shared* positions."""
        ways = (self.positions[shared - 1 :], positions[shared - 1 :])
        was, now = ([action_between(self.game, *pair) for pair in pairwise(way)] for way in ways)
        if undone or len(now) < len(was) or None in was or None in now[: len(was)]:
            self.take_back(len(self.positions) - shared)
            return
        better = tuple(str(action) for action in now[: len(was)])
        stands = tuple(positions[shared : shared + len(was)])
        self.amend(Amended(shared - 1, tuple(map(str, was)), better, stands))

    def _go_on_to(self, positions: Sequence[P], margin: float, told: Sequence[P], rests: Sequence[int]) -> None:
        """Play what leads to the last of *positions*, or go on from it where nothing does; it was *told* otherwise."""
        shared, unordered = len(self.positions), self._unordered(positions, rests)
        for index, after in enumerate(positions[shared:], start=shared):
            if index < len(self.positions) and self.positions[index] == after:
                continue
            action = action_between(self.game, self.positions[-1], after)
            if action is None:
                self.put(after, self._as_seen(told[index - 1 : index + 1], after))
            else:
                self.play(action, margin, **(UNORDERED if index in unordered else {}))

    def _unordered(self, positions: Sequence[P], rests: Sequence[int]) -> set[int]:
        """Return the numbers of those *positions* behind what stands that may have been reached in another order, as
        nobody saw the board between two *rests*."""
        told, unordered = len(self.positions), set[int]()
        bounds = (told, *(rest for rest in rests if told < rest < len(positions)), len(positions))
        for start, end in pairwise(bounds):
            ways = pairwise(positions[start - 1 : end])
            actions = [action for way in ways if (action := action_between(self.game, *way)) is not None]
            if len(actions) == end - start and may_be_reordered(self.game, positions[start - 1], actions):
                unordered |= set(range(start, end))
        return unordered

    def _as_seen(self, told: Sequence[P], after: P) -> str:
        """Return what to say where the game goes on from *after*: instead of the last of *told*, if nothing had led to
        that either."""
        if len(told) < 2 or action_between(self.game, *told) is not None:
            return AS_SEEN
        if differ := changed(*map(self.game.contents, (told[1], after))):
            return f"I had misread the board: {in_short(placed(differ))}."
        return f"Then it is {after.to_move}'s turn."

    def agree(self, objection: Objection, position: P | None) -> None:
        """Go on from *position*, which broke a rule and is accepted; from the same one if None."""
        seat = self.positions[-1].to_move
        start = {"start": True} if position is None else {}
        if position is not None:
            self.positions.append(position)
        self.forget()
        self.faulty = False
        fields = {"code": objection.code, "message": objection.message, "cells": list(objection.cells)}
        self.say("agreed", **fields, **start, seat=seat, ply=self.positions[-1].ply, **self.standing())
        if not self.conclude():
            self.pass_on()

    def conclude(self) -> bool:
        """Tell the result if the rules have ended the game; return whether they have."""
        outcome = self.game.outcome(self.positions[-1])
        if outcome:
            why = deciding(self.game, *reversed(self.positions[-2:]))
            where = {"cells": list(why.cells), "lines": [list(line) for line in why.lines]}
            self.say("result", result=result_json(outcome), message=why.sentence(outcome), **where, **self.standing())
        return bool(outcome)

    def pass_on(self) -> None:
        """Play the passes that are forced now."""
        while (after := self.positions[-1]).to_move and tuple(self.game.actions(after)) == ("--",):
            self._advance("pass", "--")

    def _advance(self, kind: str, action: str, **fields: Any) -> None:
        self.faulty = False
        before = self.positions[-1]
        after = self.game.play(before, action)
        self.positions.append(after)
        remarks = self.game.announcements(before, action, after)
        announced = [remark.as_json() for remark in remarks]
        said = [remark.message for remark in remarks]
        if kind == "pass":
            forced = tuple(self.game.actions(before)) == ("--",)
            said.insert(0, f"{before.to_move} {'has no legal move and ' if forced else ''}passes.")
        if said:
            fields["message"] = " ".join(said)
        if announced:
            fields["announcements"] = announced
        self.say(
            kind, action=action, position=self.game.format_position(after), seat=before.to_move, ply=after.ply, **fields
        )
        self.conclude()
