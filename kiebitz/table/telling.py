"""Tells what the looks at a table mean: moves, broken rules and questions, each once and none too early."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Generic

from core.belief.history import History, common
from core.game import P, in_play
from core.play.board_setup import with_board
from core.reading import Reading
from core.verdict import Partial, Played, Refused, Still, TakenBack, Unclear, Verdict, in_short, in_words
from kiebitz.pictures.frame import Frame
from kiebitz.pictures.steady import View
from kiebitz.table.account import Account
from kiebitz.table.accusing import FarOff
from kiebitz.table.attention import Attention
from kiebitz.table.doubts import DECIDES, MOST_TAKEN_BACK, SUSPECTED, Hidden, not_as_left, shown_again
from kiebitz.table.following import Followed, Following
from kiebitz.table.looking import Looking
from kiebitz.table.many_back import ManyBack
from kiebitz.table.news import Otherwise
from kiebitz.table.recolouring import SeatColours
from kiebitz.table.setting_up import SetUp
from kiebitz.table.sight import Names, Sight
from kiebitz.table.spoken import Looked, Spoken

SET_UP = "The board is set up."
MISSED = "I may have missed a move. As far as I know:"


class Telling(Generic[P]):
    """Brings the account up to date with what is followed."""

    def __init__(
        self,
        account: Account[P],
        following: Following[P],
        attention: Attention,
        looking: Looking,
        spoken: Spoken[P],
        set_up: SetUp[P],
        colours: SeatColours,
        *,
        resumed: bool,
    ) -> None:
        self.resumed = resumed
        """Whether the game goes on from a record, and has not been seen to stand as it was left."""
        self.seen: Reading | None = None
        """What was read in the latest look that was judged."""
        self._account = account
        self._following = following
        self._attention = attention
        self._looking = looking
        self._spoken = spoken
        self._set_up = set_up
        self._colours = colours
        self._many_back = ManyBack(account)
        self._latest: tuple[Frame, Sight, View] | None = None
        """The latest look that was judged."""
        self._undecided = 0
        """How many pictures in a row have not been understood."""
        self._hidden: frozenset[str] = frozenset()
        """The cells that would have been asked about in the picture before, had nothing been in the way."""

    @property
    def nothing_is_open(self) -> bool:
        """Whether a table that has not changed would say nothing new."""
        return self._account.position is not None and self._following.is_certain and not self._undecided

    def unchanged(self, frame: Frame, view: View) -> None:
        """Note that the table of *frame* is as it was told."""
        self._answer(frame, Still(), view)

    def forget(self) -> None:
        """Forget what was seen: another game begins."""
        self.seen = self._latest = None

    def heard(self) -> None:
        """Note that people have told something, so that what was asked is settled."""
        self._undecided = 0
        self._many_back.forget()

    def understood(self, view: View) -> None:
        """Report nothing more until something moves; later frames are compared with *view*."""
        self._looking.understood(view)
        self.heard()
        self.resumed = False

    def give_turn(self, seat: str) -> None:
        """Let *seat* be to move, and tell what that makes of the latest look. Raises ``ValueError`` where it cannot."""
        game, told = self._account.game, tuple(self._account.positions)
        if told[-1].to_move is None:
            raise ValueError("the game is over, so it is nobody's turn")
        if seat not in (seats := in_play(told[-1])):
            raise ValueError(f"no seat {seat[:20]!r} is in play; it is the turn of {in_words(seats, 'or')}")
        self._account.forget()
        self.heard()
        message = f"Then it is {seat}'s turn."
        if (followed := self._following.let_move(seat)) is None or self._latest is None:
            contents = game.contents(told[-1])
            self._account.put(with_board(game, told[-1], contents, to_move=seat), message)
            self._following.begin_as_told()
            self._attention.freshen()
            return
        frame, sight, view = self._latest
        self.followed(frame, sight, followed, view, told=True)
        if tuple(self._account.positions) == told and not self._account.troubled:
            self._account.say("state", message=message, **self._account.standing())

    def answered(self, cells: Mapping[str, str]) -> bool:
        """Tell what has happened, now that people have answered what was asked: *cells* hold this.

        Return whether that can be told. Where it cannot, though people have told all that it depends on, the board is
        to be taken as they say. Raises ``ValueError`` for cells that cannot hold this.
        """
        pending = self._account.pending or {}
        asked = set(pending.get("cells", ())) if pending.get("event") == "unsure" else set()
        if self._latest is None or not asked or not asked <= cells.keys() or self._account.asks_about_board:
            return False
        frame, seen, view = self._latest
        self._spoken.check(cells)
        known = {**self._spoken.cells, **cells}
        sight = replace(seen, reading=self._spoken.insisted(seen.reading, known), told=frozenset(cells))
        followed = self._following.saw(sight, anew=False, behind=self._account.asked_again, several=True)
        best, open_to = followed.best, followed.standing
        if not isinstance(best.standing, Refused) and seen.colours.keys() - seen.known.keys():
            return False  # the answer tells whose the pieces are as well, which this look has in the reader's names
        if isinstance(open_to, Unclear) and known.keys() >= set(open_to.cells):
            if followed.leads and isinstance(best.standing, Refused):
                followed = replace(followed, standing=best.standing)
            elif open_to.suspected is None or not open_to.likely:
                legal = self._following.legal(sight)
                if legal is None:
                    return False
                followed = legal
        if isinstance(followed.standing, Refused) and known.keys().isdisjoint(best.change):
            followed = replace(followed, standing=shown_again(best.change))
        self.heard()
        self._spoken.remember(cells)
        self.followed(frame, sight, followed, view, told=True)
        return True

    def followed(self, frame: Frame, sight: Sight, followed: Followed[P], view: View, *, told: bool = False) -> None:
        """Tell what is news, and what is wrong or unclear. *told* by people, it needs no more looks."""
        self._latest = (frame, sight, view)
        game, positions = self._account.game, self._account.positions
        evidence = sight.named(followed.names)
        boards = [history.board(game) for history in (followed.best, followed.broken or followed.best)]
        self._spoken.looked = Looked(view, evidence, *boards)
        self.seen = evidence
        moved, standing = followed.moved, followed.standing
        first = standing if isinstance(moved, Otherwise | Still) or not isinstance(standing, Still) else moved
        if (missing := self._set_up.missing(evidence, moved, standing)) is not None:
            self._following.begin([History((positions[-1],), Names())])
            self._looking.forget()
            self._answer(frame, missing, view)
            return
        if self._spoken.gives_up(evidence):
            self._following.begin_as_told()
            self._looking.forget()
            self._attention.freshen()
            return
        if question := self._spoken.awaits(evidence, first):
            if self._attention.still_for(frame, self._attention.patience.unclear_s):
                self._account.ask("unsure", [], question)
            return
        hidden = sight.covered_changes(followed.names)
        if isinstance(moved, Still) and isinstance(standing, Still) and hidden:
            standing = Hidden(f"I cannot see what is on {in_short(hidden)}.", tuple(hidden))
        left = not_as_left(evidence, game.contents(positions[-1])) if self.resumed else None
        if left is not None and followed.best.put:
            moved, standing = Still(), left
        elif not isinstance(moved, Otherwise):
            doubted = self._many_back.doubted(first, evidence, resumed=self.resumed)
            if doubted is not first:
                moved, standing = Still(), doubted
        self._undecided += frame.own_moment
        known = len(positions)
        waits = not told and self._waits_for_view(frame, sight, standing)
        if isinstance(moved, Otherwise):
            if not (told or self._is_certain(frame, followed)):
                return
            self._rewrite(moved)
        elif not isinstance(moved, Still):
            self._answer(frame, moved, view, settles=isinstance(standing, Still))
        if isinstance(standing, Still) and isinstance(moved, Otherwise):
            self.understood(view)
        elif not waits and (isinstance(moved, Still) or not isinstance(standing, Still)):
            self._answer(frame, standing, view, stood=followed.best.looks)
        self._following.has_told()
        if len(positions) > known and self._following.is_certain:
            self._looking.learn(game.contents(positions[-1]))
        if not isinstance(standing, Unclear):
            self._settle(sight, followed.names)

    def _waits_for_view(self, frame: Frame, sight: Sight, standing: Verdict) -> bool:
        """Return whether *standing* asks about cells while something is in the way that was not in the picture before.

        The hand that played lies over many a picture, and is gone in the next.
        """
        is_in_the_way = isinstance(standing, Hidden) or bool(sight.reading.covered)
        before, self._hidden = self._hidden, frozenset()
        if not isinstance(standing, Unclear) or not is_in_the_way or not frame.own_moment:
            return False
        self._hidden = frozenset(standing.cells)
        return before.isdisjoint(self._hidden)

    def _is_certain(self, frame: Frame, followed: Followed[P]) -> bool:
        """Return whether another course of the game may be told: one that no move leads to must be seen twice."""
        if not followed.best.put:
            return True
        if frame.own_moment:
            return followed.best.looks > 0
        return self._attention.still_for(frame, self._attention.patience.unclear_s)

    def _rewrite(self, moved: Otherwise[P]) -> None:
        """Tell that the game has gone another way."""
        positions = self._account.positions
        taken = len(positions) - common(positions, moved.positions)
        if moved.undone and self._many_back.is_a_new_game(taken):
            self._many_back.go_back(taken)
        self._account.rewrite(moved.positions, undone=moved.undone, margin=moved.margin, rests=moved.rests)
        self._undecided = 0

    def _settle(self, sight: Sight, names: Names) -> None:
        """Take it as known which way the board lies, and which colours the seats play that have a piece on it."""
        owners = sight.owners(names)
        seen = {owners[seat]: colour for seat, colour in sight.colours.items()}
        self._colours.learn(seen, self._account.game.contents(self._account.positions[-1]))
        if names.quarters:
            self._looking.turn(names.quarters)
        self._following.settle(self._colours.known, names.quarters)

    def _answer(self, frame: Frame, verdict: Verdict, view: View, *, settles: bool = True, stood: int = 0) -> None:
        """Tell *verdict* as soon as the table has been still for long enough; *settles*: nothing else is open then.

        The board has *stood* like this for so many looks before; only in others can a move have been missed.
        """
        position = self._account.positions[-1]
        match verdict:
            case Still():
                set_up = self._set_up.completed()
                if set_up or (self._account.troubled and not self._account.faulty):
                    illegal = self._account.unrepaired
                    self._account.calm()
                    if illegal is None:
                        message = SET_UP if set_up else "The board is as it was."
                        self._account.say("state", message=message, **self._account.standing())
                self.understood(view)
            case Played(actions, margin):
                self._account.calm()
                self._account.play_all(actions, margin)
                self._settled(view, settles)
            case TakenBack(plies) if plies > MOST_TAKEN_BACK:
                if self._attention.still_for(frame, self._attention.patience.unclear_s):
                    self._many_back.ask(plies)
            case TakenBack(plies):
                self._account.calm()
                self._account.take_back(plies)
                self._settled(view, settles)
            case Partial(message, cells, code):
                if self._attention.still_for(frame, self._attention.patience.partial_s):
                    self._account.ask("partial", cells, message, code=code)
            case Refused(objection) if self._attention.still_for(frame, self._attention.patience.refused_s):
                if self._undecided > stood + 1 and not self._account.has_refused(objection):
                    self._account.doubt(objection, objection.cells, MISSED)
                else:
                    self._account.refuse(objection, position, self._following.nearest())
            case Unclear() if self._attention.still_for(frame, self._attention.patience.unclear_s):
                self._ask(verdict)
            case _:
                pass

    def _settled(self, view: View, settles: bool) -> None:
        """Note that an action has been told; look on where more is open."""
        if settles:
            self.understood(view)
        else:
            self.heard()
            self.resumed = False

    def _ask(self, unclear: Unclear) -> None:
        """Ask what is *unclear*, and say which rule may be broken."""
        cells, question = unclear.cells, unclear.message
        if cells:
            question = self._looking.with_what_is_outside(question, cells)
        details: dict[str, Any] = {"whole": isinstance(unclear, FarOff), "candidates": list(unclear.candidates)}
        if unclear.seats:
            details["seats"] = list(unclear.seats)
        if unclear.suspected is None:
            self._account.ask("unsure", cells, question, **details)
        elif unclear.likely:
            self._account.doubt(unclear.suspected, cells, SUSPECTED, question, **details)
        else:
            objection = replace(unclear.suspected, repair="")
            self._account.doubt(objection, cells, f"{question} {DECIDES}", **details)
