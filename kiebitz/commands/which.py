"""Which game a command is about: what is typed, and what is printed on the board in the picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kiebitz.commands import common
from kiebitz.failure import Failure

if TYPE_CHECKING:
    from core.game import AnyGame
    from core.options import RuleOptions
    from kiebitz.pictures.frame import Image
    from kiebitz.pictures.sources import Source
    from kiebitz.pictures.which_game import Board


@dataclass(frozen=True, slots=True)
class Chosen:
    """The game on the table and its options; ``players`` are as many as are typed or printed, None where neither is.

    ``board`` is the printed one that told.
    """

    game: AnyGame
    options: RuleOptions
    players: int | None
    board: Board | None = None


def chosen(
    image: Image, game_name: str | None, options_text: str, players: int | None, *, settled: bool = False
) -> Chosen:
    """Return the game and its options as typed; what is left out is read off the printed board in *image*.

    With *settled*, a game that is named is taken as typed. Raises ``Failure`` where board and words contradict each
    other, or where no game is named and no single board is seen.
    """
    from kiebitz.api.whose import printed_on

    named = None if game_name is None else as_typed(game_name, options_text, players)
    if named is not None and settled:
        return named
    board = printed_on(image, game_name, players=players)
    if board is not None:
        return on_board(board, options_text, players)
    assert named is not None
    return named


def as_typed(game_name: str, options_text: str, players: int | None) -> Chosen:
    """Return the game and its options as typed. Raises ``Failure`` where there is no such game or option."""
    game = common.the_game(game_name)
    return Chosen(game, common.the_options(game, options_text, players), players)


def has_one_board(game_name: str | None) -> bool:
    """Return whether a game is named that is always played on the same board, whoever and however many play."""
    from kiebitz.pictures.which_game import boards_of_game

    return game_name is not None and len(boards_of_game(game_name)) < 2


def on_board(board: Board, options_text: str, players: int | None) -> Chosen:
    """Return the game of *board* with what it says, and what else is typed. Raises ``Failure`` where they differ."""
    from kiebitz.api.whose import check_printed, said_by

    game = common.the_game(board.game)
    typed = {part.partition("=")[0].strip() for part in options_text.split(",")}
    said = said_by(board, typed if players is None else typed | {"players"})
    if "board_size" in said:
        options_text = ",".join(filter(None, (options_text.strip(), f"board_size={said['board_size']}")))
    players = said.get("players", players)
    options = common.the_options(game, options_text, players)
    check_printed(board, options)
    return Chosen(game, options, players, board)


def watched(source: Source, game_name: str | None, options_text: str, players: int | None) -> tuple[Source, Chosen]:
    """Return *source*, none of its frames lost, and what is played: as typed, or by the first printed board in it.

    How many play a named game may be told by the number of cells of a board that is not printed.

    Raises ``Failure`` where board and words contradict each other, or where no game is named and none is seen.
    """
    from kiebitz.api.whose import nothing_printed
    from kiebitz.output import note
    from kiebitz.pictures.peeking import peek
    from kiebitz.pictures.which_game import for_players, in_words, unprinted

    told = players is not None
    if game_name is not None:
        named = as_typed(game_name, options_text, players)
        seen = peek(source, players_told=told, games=(game_name,), stills=1, seconds=3.0)
        board = seen.board
        if board is None and not told and seen.image is not None and not seen.trouble and not has_one_board(game_name):
            board = for_players(seen.image, game_name)
        return seen.source, named if board is None else on_board(board, options_text, players)
    seen = peek(source, players_told=told, tell=note)
    if seen.board is None:
        looks = "" if seen.image is None or seen.trouble else in_words(unprinted(seen.image))
        nothing = f"no printed Kiebitz board is in view, but {looks}" if looks else nothing_printed()
        raise Failure(f"{source.name}: {seen.trouble or nothing}")
    return seen.source, on_board(seen.board, options_text, players)
