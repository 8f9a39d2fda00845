"""Fills in what a caller leaves out (game, players, board size) from the print on the board."""

from __future__ import annotations

from collections.abc import Collection

from core.games import names
from core.options import RuleOptions
from kiebitz.failure import Failure
from kiebitz.kits import kit_of
from kiebitz.pictures.frame import Image
from kiebitz.pictures.which_game import Board, boards_of_game, in_words, printed_boards, unprinted


def printed_on(image: Image, game: str | None, *, players: int | None) -> Board | None:
    """Return the printed board in *image*; None if there is none, or if *game* is named and has one board only.

    Raises ``Failure`` if no game is named and not exactly one printed board is seen, or if neither that board nor
    *players* gives the number of players.
    """
    if game is not None:
        return printed_boards(image, (game,)).only if len(boards_of_game(game)) > 1 else None
    printed = printed_boards(image)
    if printed.only is not None and not (printed.trouble and players is None):
        return printed.only
    if printed.trouble:
        raise Failure(printed.trouble)
    if seen := in_words(unprinted(image)):
        raise Failure(f"no printed Kiebitz board is in view, but {seen}")
    raise Failure(nothing_printed())


def nothing_printed() -> str:
    """Return the message for a picture without a printed board when no game is named."""
    return f"no printed Kiebitz board is in view: name the game with --game {'|'.join(names())}"


def said_by(board: Board, given: Collection[str]) -> dict[str, int]:
    """Return the options printed on *board*, without those already *given*.

    >>> said_by(Board("tabik", board_size=6), ["pie_rule"])
    {'board_size': 6}
    """
    said = {"players": board.players, "board_size": board.board_size}
    return {name: value for name, value in said.items() if value is not None and name not in given}


def check_printed(board: Board, options: RuleOptions) -> None:
    """Raise ``Failure`` if *options* need another board than the printed *board*."""
    printed, wanted = boards_of_game(board.game).get(board), kit_of(board.game, options)
    if printed is not None and (wanted.plan, wanted.minis) != (printed.plan, printed.minis):
        raise Failure(f"the printed board is {board.words}, not what was asked for: type  {board.typed}")
