"""How many play, and in which colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.game import Game
from core.options import SEATS, RuleOptions
from kiebitz.failure import Failure


def options_of(game: Game[Any], players: int | None, options: Mapping[str, Any] | None) -> RuleOptions:
    """Return the options of *game* that a caller names. Raises ``ValueError`` naming what is wrong."""
    values = dict(options or {})
    if players is not None and values.setdefault("players", players) != players:
        raise ValueError(f"players is {players}, but options say {values['players']}; leave out one of them")
    return game.options.of(values)


def seated(game: Game[Any], options: RuleOptions, players: int | None, colours: Sequence[str]) -> RuleOptions:
    """Return *options* for as many players as there are *colours*, unless it is said that *players* play.

    Raises ``Failure`` where so many cannot play.
    """
    if players or len(colours) <= options.players:
        return options
    try:
        options = replace(options, players=len(colours))
        game.start(options)
    except ValueError as error:
        raise Failure(str(error)) from None
    return options


def check_seat(seat: str, options: RuleOptions, name: str) -> None:
    """Raise ``Failure`` where nobody sits at *seat*; *name* is what the message calls it."""
    seats = tuple(SEATS[: options.players])
    if seat not in seats:
        raise Failure(f"{name} must be one of {', '.join(seats)}, not {seat!r}")


def check_colours(colours: Sequence[str], options: RuleOptions) -> None:
    """Raise ``Failure`` where *colours* are more than the seats."""
    if len(colours) > options.players:
        raise Failure(f"--colours names {len(colours)} colours for {options.players} players; name one for each")
