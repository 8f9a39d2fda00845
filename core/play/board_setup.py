"""Positions made from boards: what a board does not show is taken from a position that is known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.game import Game, HiddenSetup, P, in_play, text_like
from core.options import RuleOptions
from core.reading import EMPTY
from core.verdict import Objection


def with_board(
    game: Game[P], known: P, contents: Mapping[str, str], *, to_move: str | None = None, ply: int | None = None
) -> P:
    """Return *known* with *contents* on its board, *to_move* to play and *ply* played, where they are given.

    Raises ``ValueError`` where no game can have these pieces.
    """
    words = text_like(game, contents, known).split()
    if to_move is not None:
        seats = in_play(known)
        ways = [game.format_contents(contents, known.options, seat).split() for seat in seats[:2]]
        turn = next(index for index, (one, other) in enumerate(zip(*ways, strict=True)) if one != other)
        words[turn] = to_move
    if ply is not None:
        words[-1] = str(ply)
    return game.parse_position(" ".join(words), known.options)


def least_plies(game: Game[P], contents: Mapping[str, str]) -> int:
    """Return how many plies have been played where *contents* are on the board: at least one for each piece.

    Pieces that were set up before the first ply took none.
    """
    return 0 if isinstance(game, HiddenSetup) else sum(content != EMPTY for content in contents.values())


def start_faults(game: Game[P], contents: Mapping[str, str], options: RuleOptions) -> list[Objection]:
    """Return what the rules have against a game that begins with *contents*."""
    found = list(game.survey(contents, options).faults)
    if isinstance(game, HiddenSetup):
        found += game.reveal_faults(contents, options)
    return found


def as_told(game: Game[P], positions: Sequence[P], contents: Mapping[str, str]) -> P:
    """Return the position with *contents* in which the same seat is to move as before.

    Raises ``ValueError`` where no game can have it.
    """
    known = next((position for position in reversed(positions) if position.to_move), positions[-1])
    return with_board(game, known, contents, ply=max(known.ply, least_plies(game, contents)))


def accepted(game: Game[P], position: P, contents: Mapping[str, str]) -> P:
    """Return the position after a turn that broke the rules and led to *contents*: the next seat is to move.

    The turn was that of the seat whose pieces are new on the board, if it is one seat, or else of the seat
    to move. Raises ``ValueError`` where no game can have these pieces.
    """
    if position.to_move is None:
        raise ValueError("the game is over")
    seats = in_play(position)
    before = game.contents(position)
    new = {text[0].upper() for cell, text in contents.items() if text != EMPTY == before[cell]}
    movers = [seat for seat in seats if seat in new]
    mover = movers[0] if len(movers) == 1 else position.to_move
    follows = seats[(seats.index(mover) + 1) % len(seats)]
    return with_board(game, position, contents, to_move=follows, ply=position.ply + 1)
