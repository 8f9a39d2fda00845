"""Many plies that seem to be taken back: asked about, and done only where the game is played on from there."""

from __future__ import annotations

from typing import Generic

from core.belief.referee import judge
from core.game import P
from core.reading import Reading
from core.verdict import Played, Still, TakenBack, Verdict
from kiebitz.table.account import Account
from kiebitz.table.doubts import MOST_TAKEN_BACK, not_as_left, taken_back
from kiebitz.table.starting import is_as_at_start

AGAIN = "The board has been cleared. A new game begins."


class ManyBack(Generic[P]):
    """What of the game of *account* may have been taken back at once."""

    def __init__(self, account: Account[P]) -> None:
        self._account = account
        self._asked = 0
        """How many plies it was asked about whether they have been taken back."""

    def ask(self, plies: int) -> None:
        """Ask whether so many *plies* have been taken back."""
        self._asked = plies
        everything = plies == len(self._account.positions) - 1
        self._account.ask("unsure", [], taken_back(plies, all_of_them=everything))

    def forget(self) -> None:
        """Treat as settled what was asked."""
        self._asked = 0

    def doubted(self, verdict: Verdict, evidence: Reading, *, resumed: bool) -> Verdict:
        """Return *verdict*, or what to ask first: far too much has changed for a game that goes on.

        A game that is played on from where it was asked about is taken back to there. One that is *resumed* may
        find another board.
        """
        if isinstance(verdict, Still | Played):
            return verdict
        game, positions = self._account.game, self._account.positions
        if plies := self._asked:
            on = judge(game, positions[-plies - 1], evidence, history=positions[: -plies - 1])
            if isinstance(on, Played):
                self.go_back(plies)
                return on
        if is_as_at_start(game, positions, evidence):
            return TakenBack(len(positions) - 1)
        if isinstance(verdict, TakenBack) or not resumed:
            return verdict
        return not_as_left(evidence, game.contents(positions[-1])) or verdict

    def is_a_new_game(self, plies: int) -> bool:
        """Return whether, with *plies* taken back, nothing is left of a game that had gone on for a while."""
        return MOST_TAKEN_BACK < plies == len(self._account.positions) - 1

    def go_back(self, plies: int) -> None:
        """Take so many plies back; if they are all, this game is left as it is and another begins."""
        if plies < len(self._account.positions) - 1:
            self._account.take_back(plies)
            return
        del self._account.positions[1:]
        self._account.say("state", new_game=True, message=AGAIN, **self._account.standing())
