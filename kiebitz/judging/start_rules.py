"""What the rules say of a board with which a game may begin, or be met in its middle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.game import Game, HiddenSetup
from core.options import RuleOptions
from core.play.board_setup import start_faults
from core.reading import piece_of
from core.verdict import Objection
from kiebitz.judging.evidence import seen_position
from kiebitz.judging.reveal import pieces_dealt, pieces_on, strays


class StartRules:
    """Judges boards that may be a start; one look at a set-up makes it judge hundreds."""

    def __init__(self, game: Game[Any], options: RuleOptions, announced_total: int | None = None) -> None:
        self.revealed: HiddenSetup | None = game if isinstance(game, HiddenSetup) else None
        """The game if its pieces are set up in secret and revealed, else None."""
        self._game = game
        self._options = options
        self._announced_total = announced_total
        self._known: dict[tuple[str, ...], str] = {}

    def faults(self, contents: Mapping[str, str]) -> Sequence[Objection | str]:
        """Return what is wrong with a game that begins with *contents*."""
        if self.revealed is not None and (
            wrong := self.revealed.reveal_faults(contents, self._options, self._announced_total)
        ):
            return wrong
        impossible = self.impossible(contents)
        return (impossible,) if impossible else start_faults(self._game, contents, self._options)

    def impossible(self, contents: Mapping[str, str]) -> str:
        """Return why no position has these *contents*; nothing where one may. What dice show makes no difference."""
        pieces = tuple(map(piece_of, contents.values()))
        if pieces not in self._known:
            self._known[pieces] = self._impossible(contents)
        return self._known[pieces]

    def _impossible(self, contents: Mapping[str, str]) -> str:
        try:
            seen_position(self._game, contents, self._options, "A")
        except ValueError as error:
            return str(error)
        return ""

    def is_away(self, board: Mapping[str, str]) -> bool:
        """Return whether pieces have left their players' boards, so that *board* is no set-up and proves none right."""
        return self.revealed is not None and bool(strays(self.revealed, board, self._options))

    def has_one_misplaced(self, board: Mapping[str, str]) -> bool:
        """Return whether *board* has all pieces with which a game begins, one of them off its player's own board."""
        if self.revealed is None or pieces_on(board) != pieces_dealt(self._game, self._options):
            return False
        return len(strays(self.revealed, board, self._options)) == 1

    def is_set_up(self, board: Mapping[str, str]) -> bool:
        """Return whether a game may begin with as many pieces as *board* has, where they stand; any board if open."""
        if self.revealed is None:
            return True
        dealt = pieces_dealt(self._game, self._options)
        return pieces_on(board) == dealt and not strays(self.revealed, board, self._options)
