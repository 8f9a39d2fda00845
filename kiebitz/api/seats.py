"""The number of players, and the colours of their pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.game import AnyGame
from core.options import SEATS, RuleOptions
from kiebitz.failure import Failure
from kits.colours import checked
from kits.kit import Kit


def colours_by_seat(colours: Sequence[str] | Mapping[str, str] | None) -> dict[str, str]:
    """Return the colour of each seat; *colours* are in seat order or by seat. Raises ``Failure``."""
    if isinstance(colours, Mapping):
        for seat in colours:
            if seat not in tuple(SEATS):
                raise Failure(f"colours: no seat is called {seat!r}; the seats are {', '.join(SEATS)}")
        found = {seat: colour.lower() for seat, colour in colours.items()}
    else:
        names = tuple(colours or ())
        if len(names) > len(SEATS):
            raise Failure(f"colours: {len(names)} are named; no game has more than {len(SEATS)} seats")
        found = dict(zip(SEATS, (name.lower() for name in names), strict=False))
    if len(set(found.values())) < len(found):
        raise Failure(f"colours: each seat has a colour of its own; not {', '.join(found.values())}")
    check_named(found)
    return found


def check_named(colours: Mapping[str, str]) -> None:
    """Raise ``Failure`` if one of *colours* is none."""
    for colour in colours.values():
        try:
            checked(colour)
        except ValueError as error:
            raise Failure(str(error)) from None


def options_of(game: AnyGame, players: int | None, options: Mapping[str, object] | None) -> RuleOptions:
    """Return the rule options of *game* as a caller gives them. Raises ``ValueError`` naming the fault."""
    values = dict(options or {})
    if players is not None and values.setdefault("players", players) != players:
        raise ValueError(f"players is {players}, but options say {values['players']}; leave out one of them")
    return game.options.of(values)


def seated(game: AnyGame, options: RuleOptions, players: int | None, colours: Mapping[str, str]) -> RuleOptions:
    """Return *options* with enough players for all seats in *colours*, unless *players* is given.

    Raises ``Failure`` if the game does not allow that many players.
    """
    needed = 1 + max(map(SEATS.index, colours), default=0)
    if players or needed <= options.players:
        return options
    if needed > (most := options.most_players()):
        raise Failure(f"colours: {game.title} has no seat {SEATS[needed - 1]}; its seats are {', '.join(SEATS[:most])}")
    try:
        options = replace(options, players=needed)
        game.start(options)
    except ValueError as error:
        raise Failure(str(error)) from None
    return options


def check_seat(seat: str, options: RuleOptions, name: str) -> None:
    """Raise ``Failure`` if *seat* is not in play; the message calls it *name*."""
    seats = tuple(SEATS[: options.players])
    if seat not in seats:
        told = f"{options.players} play"
        if seat in tuple(SEATS[: options.most_players()]):
            told += f"; if more do, add --players {SEATS.index(seat) + 1}"
        raise Failure(f"{name} must be one of {', '.join(seats)}, not {seat!r}: {told}")


def check_colours(colours: Mapping[str, str], options: RuleOptions) -> None:
    """Raise ``Failure`` if *colours* names too many colours, or a seat that is not in play."""
    if len(colours) > options.players:
        raise Failure(f"--colours names {len(colours)} colours for {options.players} players; name one for each")
    for seat in colours:
        check_seat(seat, options, "a seat of --colours")


def check_owned(colours: Mapping[str, str], kit: Kit) -> None:
    """Raise ``Failure`` if *colours* are given although the players of *kit* share all pieces."""
    if colours and not kit.seats:
        raise Failure(f"--colours has no effect on {kit.title}: its pieces belong to no seat; leave it out")
