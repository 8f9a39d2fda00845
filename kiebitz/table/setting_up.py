"""The board that a game is to begin with: what is wrong with it, how to put it right, and whether it is made anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic

from core.game import Game, HiddenSetup, P
from core.options import RuleOptions
from core.reading import EMPTY, Reading, is_bare
from core.verdict import Objection, Played, Unclear, in_short, placed
from kiebitz.table.account import Account
from kiebitz.table.doubts import SUSPECTED
from kiebitz.table.evidence import may_be
from kiebitz.table.reveal import pieces_dealt, strays

_SURE = 0.8


def set_up_fault(game: Game[P], contents: Mapping[str, str], options: RuleOptions, error: ValueError) -> Objection:
    """Return why no game can begin with *contents*, which the rules refuse with *error*, and what would help."""
    faults = game.survey(contents, options).faults
    return faults[0] if faults else Objection("", f"This position is not possible: {error}.")


class SetUp(Generic[P]):
    """The start of the game of *account*, as it is seen on the board; one that was given is *awaited* there."""

    def __init__(self, account: Account[P], options: RuleOptions, *, awaited: bool = False) -> None:
        self._account = account
        self._options = options
        self._is_awaited = awaited
        self._told: Objection | None = None
        self._has_asked = False
        start = account.game.contents(account.positions[-1]) if awaited else {}
        self.unset: Mapping[str, str] = {cell: EMPTY for cell, content in start.items() if content != EMPTY}
        """The cells that do not hold what the given start wants, and what they hold by the latest look."""

    def refuse(self, contents: Mapping[str, str], error: ValueError) -> None:
        """Ask why no game can begin with *contents*: once, and again when it is something else.

        Nobody has been seen to break a rule, and what is seen may have been misread.
        """
        fault = set_up_fault(self._account.game, contents, self._options, error)
        aloud, self._told = fault != self._told, fault
        if fault.code:
            self._account.doubt(fault, fault.cells, SUSPECTED, fault.repair, aloud=aloud)
        else:
            self._account.ask("unsure", fault.cells, fault.message, aloud=aloud)

    def accepted(self) -> str:
        """Return what to say of the start, with which the game now begins; nothing where it is the game's own."""
        self._told, self._is_awaited, self.unset = None, False, {}
        start, own = self._account.positions[0], self._own
        if own is None or self._account.game.contents(start) == own:
            return ""
        anew = "clear the board" if is_bare(own) else "set up the board anew"
        return f"Pieces have been played already; I go on from here, {start.to_move} to play. For a new game, {anew}."

    def missing(self, evidence: Reading, moved: object, standing: object) -> Unclear | None:
        """Return what to set up before the game can begin; None once the given start, or a move from it, was seen.

        *moved* and *standing* are what *evidence* says of a game that has begun with the start. While people are
        setting up what was asked for, a piece too many is no move.
        """
        if not self._is_awaited or evidence.covered:
            return None
        start, seen = self._account.game.contents(self._account.positions[-1]), evidence.contents
        wrong = [cell for cell in start if seen[cell] != start[cell] and evidence.certainty(cell) > _SURE]
        asks = isinstance(standing, Unclear) and standing.candidates
        is_played = isinstance(moved, Played) or isinstance(standing, Played)
        if not wrong or asks or (is_played and not self._has_asked):
            self._is_awaited = bool(wrong and asks)
            self.unset = {}
            return None
        self._has_asked, self.unset = True, {cell: seen[cell] for cell in wrong}
        wanted = placed({cell: start[cell] for cell in wrong})
        return Unclear(f"The board is not set up as the game begins. Please set up: {in_short(wanted)}.", tuple(wrong))

    @property
    def is_asking(self) -> bool:
        """Whether a start that was given was seen to be lacking, and people are setting it up."""
        return self._has_asked and bool(self.unset)

    def completed(self) -> bool:
        """Return, once, whether what was asked to be set up has been."""
        done = self._has_asked and not self._is_awaited
        self._has_asked = self._has_asked and not done
        return done

    def is_made_anew(self, evidence: Reading, actions: int | None, *, may_be_played: bool) -> bool:
        """Return whether the board is still being set up, though the game was taken to begin with it as it was.

        By the rules, so many *actions* led to the board of *evidence* from that start, or from one that was misread;
        None where none do. Where a broken rule is a little likelier, it *may be played* all the same.
        """
        start, game = self._account.positions[0], self._account.game
        if isinstance(game, HiddenSetup):
            return self._is_revealed_anew(game, game.contents(start), evidence, actions, may_be_played)
        own = self._own
        return own is not None and own != game.contents(start) and may_be(evidence, own)

    def _is_revealed_anew(
        self, game: HiddenSetup, before: Mapping[str, str], evidence: Reading, actions: int | None, may_be_played: bool
    ) -> bool:
        """Return whether pieces have been brought home, or what was missing or wrong changed, and by no action."""
        now, faulty = evidence.contents, self._account.faulty
        was, pieces = (sum(content != EMPTY for content in board.values()) for board in (before, now))
        were_away, are_away = (strays(game, board, self._options) for board in (before, now))
        is_brought_home = bool(were_away) and not are_away and pieces == was
        if faulty and (is_brought_home or not (may_be_played or may_be(evidence, before))):
            return True
        is_completed = was < pieces and was < pieces_dealt(self._account.game, self._options)
        return actions is None and (is_brought_home or is_completed)

    @property
    def _own(self) -> Mapping[str, str] | None:
        """The board with which the game begins by its rules; None where the players choose it."""
        game = self._account.game
        return None if isinstance(game, HiddenSetup) else game.contents(game.start(self._options))
